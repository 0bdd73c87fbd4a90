import { drawResetCode, hashResetCode, sameHash } from './reset-code.rules.js';

/** Bytes that come out as these numbers, one after another. */
function drawing(...numbers: number[]) {
  return (size: number) => {
    const buffer = Buffer.alloc(size);
    buffer.writeUInt32BE(numbers.shift() ?? 0);
    return buffer;
  };
}

describe('a reset code', () => {
  it('has six digits, leading zeros too', () => {
    expect(drawResetCode(drawing(42))).toBe('000042');
    expect(drawResetCode(drawing(999_999))).toBe('999999');
  });

  it('is drawn again above the last whole million, which would favour low codes', () => {
    expect(drawResetCode(drawing(4_293_999_999))).toBe('999999');
    expect(drawResetCode(drawing(4_294_000_000, 4_294_967_295, 7))).toBe('000007');
  });
});

describe('the hash of a reset code', () => {
  const hash = hashResetCode('secret', 'user', 'issue', '123456');

  it.each([
    ['key', hashResetCode('other', 'user', 'issue', '123456')],
    ['user', hashResetCode('secret', 'other', 'issue', '123456')],
    ['issue', hashResetCode('secret', 'user', 'other', '123456')],
    ['code', hashResetCode('secret', 'user', 'issue', '123457')],
  ])('differs with the %s', (_, other) => expect(sameHash(hash, other)).toBe(false));

  it('is the same for the same', () => {
    expect(sameHash(hash, hashResetCode('secret', 'user', 'issue', '123456'))).toBe(true);
    expect(sameHash(hash, hash.slice(1))).toBe(false);
  });
});
