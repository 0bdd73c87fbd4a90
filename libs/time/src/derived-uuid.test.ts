import { derivedUuid } from './derived-uuid.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('derives the same valid version 8 UUID from the same text', () => {
  expect(derivedUuid('payment:a@1')).toBe(derivedUuid('payment:a@1'));
  for (let n = 0; n < 1000; n += 1) expect(derivedUuid(`text ${n}`)).toMatch(UUID);
});
