import { isBlobKey } from '@outlay/blobs';
import { reportBlobKeys, reportFilenames } from './file-names.js';
import { plainName } from './plain-name.js';

describe('a plain name', () => {
  it.each([
    ['Ana Muñoz', 'Ana_Munoz'],
    ['Åse Łukasz Straße Þór', 'Ase_Lukasz_Strasse_Thor'],
    ['../../etc/passwd', 'etcpasswd'],
    ['x\r\nSet-Cookie: a=b', 'x_Set-Cookie_ab'],
    ['O"Brien; rm', 'OBrien_rm'],
    ['王小明', 'user'],
    ['   ', 'user'],
    ['a'.repeat(500), 'a'.repeat(60)],
  ])('%j becomes %j', (text, expected) => {
    expect(plainName(text, 'user')).toBe(expected);
  });
});

describe("a report's file names", () => {
  const payment = {
    paymentId: '3f2a9c1e-1111-4222-8333-444455556666',
    userEmail: 'ana@example.org',
    paidAt: '2026-05-07T09:30:00.000Z',
  };

  it('name the user, the day of payment and the payment', () => {
    expect(reportFilenames({ ...payment, userName: 'Ana Muñoz' })[0]).toBe(
      'expense_report_Ana_Munoz_2026-05-07_3f2a9c1e.xlsx',
    );
  });

  it.each([
    ['𠮷田 太郎', 'taro.yoshida+work@example.org', 'taro_yoshida_work'],
    ['Σοφία', 'sofia@example.org', 'sofia'],
    ['王小明', '王@example.org', 'user'],
  ])('of %j, of which ASCII has nothing, name %j as %s', (userName, userEmail, name) => {
    expect(reportFilenames({ ...payment, userName, userEmail })[0]).toBe(
      `expense_report_${name}_2026-05-07_3f2a9c1e.xlsx`,
    );
  });

  it('result in valid blob keys for any user name', () => {
    for (const userName of ['../../x', 'a'.repeat(1000), '王', 'x\u0000y']) {
      const [filename] = reportFilenames({ ...payment, userName, userEmail: '王@example.org' });
      const keys = reportBlobKeys({ ...payment, filename }, 'a'.repeat(64));
      expect(Object.values(keys).every(isBlobKey)).toBe(true);
      expect(filename.length).toBeLessThanOrEqual(200);
    }
  });
});
