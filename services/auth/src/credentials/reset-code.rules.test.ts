import { generateResetCode, hashResetCode, hashesEqual } from './reset-code.rules.js';

function yielding(...numbers: number[]) {
  return (size: number) => {
    const buffer = Buffer.alloc(size);
    buffer.writeUInt32BE(numbers.shift() ?? 0);
    return buffer;
  };
}

describe('a reset code', () => {
  it('has six digits including leading zeros', () => {
    expect(generateResetCode(yielding(42))).toBe('000042');
    expect(generateResetCode(yielding(999_999))).toBe('999999');
  });

  it('is generated again for random values that would favour low codes', () => {
    expect(generateResetCode(yielding(4_293_999_999))).toBe('999999');
    expect(generateResetCode(yielding(4_294_000_000, 4_294_967_295, 7))).toBe('000007');
  });
});

describe('the hash of a reset code', () => {
  const hash = hashResetCode('secret', 'user', 'issue', '123456');

  it.each([
    ['key', hashResetCode('other', 'user', 'issue', '123456')],
    ['user', hashResetCode('secret', 'other', 'issue', '123456')],
    ['issue', hashResetCode('secret', 'user', 'other', '123456')],
    ['code', hashResetCode('secret', 'user', 'issue', '123457')],
  ])('depends on the %s', (_, other) => expect(hashesEqual(hash, other)).toBe(false));

  it('equals the hash of the same input only', () => {
    expect(hashesEqual(hash, hashResetCode('secret', 'user', 'issue', '123456'))).toBe(true);
    expect(hashesEqual(hash, hash.slice(1))).toBe(false);
  });
});
