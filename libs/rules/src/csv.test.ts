import { csvLine } from './csv.js';

describe('a line of a CSV file', () => {
  it('quotes texts with their quotes doubled, and nothing else', () => {
    expect(csvLine(['a "b", c\nd', 12.5, null, ''])).toBe('"a ""b"", c\nd",12.5,,""\r\n');
  });

  it.each(['=', '+', '-', '@', '\t', '\r'])('keeps a text that begins with %j from being a formula', (sign) => {
    expect(csvLine([`${sign}HYPERLINK("x")`])).toBe(`"'${sign}HYPERLINK(""x"")"\r\n`);
  });
});
