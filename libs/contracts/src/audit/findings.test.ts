import { printedFinding } from './findings.js';

it('a printed finding writes over nothing on a terminal', () => {
  const place = 'expense-1\u001b[2K\rno findings\u202e';
  const printed = printedFinding({ kind: 'event-lost', place, message: `The log has ${place}, Zoë 李\u2028.` });
  expect(printed).toBe(
    'event-lost:expense-1\\u{1b}[2K\\u{d}no findings\\u{202e}\n' +
      '  The log has expense-1\\u{1b}[2K\\u{d}no findings\\u{202e}, Zoë 李\\u{2028}.',
  );
});
