import { addressKey } from './address-key.js';

describe('the rate-limit key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1.2.3.4', '0:0:0:0::/64'],
    ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });

  it.each([
    [
      '192.0.2.7',
      ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7', '::ffff:192.0.2.7%1'],
    ],
    [
      '2001:db8:0:a::/64',
      [
        '2001:db8:0:a::1',
        '2001:DB8:0:A::1',
        '2001:0db8:0000:000a::',
        '2001:db8::a:0:0:0:1',
        '2001:db8:0:a:0:0:0:1%eth0',
      ],
    ],
  ])('is %s for every spelling of the address', (key, spellings) => {
    expect(spellings.map(addressKey)).toEqual(spellings.map(() => key));
  });
});
