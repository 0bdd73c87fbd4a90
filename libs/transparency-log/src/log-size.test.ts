import { parseLogSize } from './log-size.js';

describe('the size of a log', () => {
  it.each(['0', '1', '10', '9007199254740991'])('is %s', (text) => {
    expect(String(parseLogSize(text))).toBe(text);
  });

  it.each([
    '',
    '-1',
    '1.5',
    '01',
    '+1',
    '1e3',
    ' 1',
    '1\n',
    'x',
    'NaN',
    'Infinity',
    '9007199254740992',
    '9'.repeat(400),
  ])('is not %j', (text) => {
    expect(() => parseLogSize(text)).toThrow(RangeError);
  });
});
