import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ReadLines } from './letters';
import type { OpenedPhoto } from './photo-worker';

/** The workers are not in this environment; each test says what they find. */
const open = jest.fn<() => Promise<OpenedPhoto>>();
const read = jest.fn<() => Promise<ReadLines>>();
const closeLetters = jest.fn<() => void>();
jest.unstable_mockModule('./photo', () => ({
  openPhoto: () => ({ open, prepare: () => Promise.resolve(new Blob()), close: () => undefined }),
}));
jest.unstable_mockModule('./letters', () => ({ openLetters: () => Promise.resolve({ read, close: closeLetters }) }));

const { readPhoto } = await import('./read-photo');

const GOOD: OpenedPhoto = { codes: [], light: 190, sharpness: 0.5 };
const DARK = { ...GOOD, light: 20 };
const BLURRED = { ...GOOD, sharpness: 0.08 };
const CODE =
  'A:500000000*B:999999990*C:PT*D:FS*E:N*F:20260312*G:FS 1/1*H:0*I1:PT*I7:10.00*I8:2.30*N:2.30*O:12.30*Q:abcd*R:1';

const problemOf = async (photo: OpenedPhoto, ...texts: string[]) => {
  open.mockResolvedValue(photo);
  const lines = texts.map((text) => ({ text, height: 20 }));
  read.mockResolvedValue({ lines, confidence: 80 });
  const { problem } = await readPhoto(new Blob(), '2026-03-20', new AbortController().signal);
  return problem;
};

beforeEach(() => {
  closeLetters.mockClear();
});

describe('a photo without a code and a total', () => {
  test.each([
    ['dark', DARK],
    ['blurred', BLURRED],
  ] as const)(
    'that is %s has to be taken again, although its noise was read with confidence',
    async (problem, photo) => {
      expect(await problemOf(photo, 'wv ii', '~ . l1')).toBe(problem);
      expect(closeLetters).toHaveBeenCalledTimes(1);
    },
  );

  test('of good light and sharp edges does not', async () => {
    expect(await problemOf(GOOD, 'A note')).toBeUndefined();
  });
});

test('a dark or blurred photo whose total or code was read need not be taken again', async () => {
  expect(await problemOf(DARK, 'Total 12.30 EUR')).toBeUndefined();
  expect(await problemOf({ ...BLURRED, codes: [CODE] }, 'wv ii')).toBeUndefined();
});
