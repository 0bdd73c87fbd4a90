import { lint } from './lint.js';

const FILE = 'libs/rules/src/comments.ts';

async function violatingLines(code: string): Promise<readonly number[]> {
  const [violations = []] = await lint([{ file: FILE, code }]);
  return violations.filter(({ rule }) => rule === 'outlay/comment-words').map(({ line }) => line);
}

describe('the lint of comments', () => {
  it('rejects a comment that begins without its subject', async () => {
    const comments = [
      '/** Of each session. */',
      '/**\n * Whoever may read the trail.\n * @throws FORBIDDEN otherwise\n */',
      '// Unread, it would pass for an empty body.',
      '/* As the list has it. */',
    ];
    expect(await violatingLines(comments.map((comment) => `${comment}\n`).join('export {};\n'))).toEqual([1, 3, 8, 10]);
  }, 300_000);

  it('permits sentences, their later lines, and other words that begin alike', async () => {
    const comments = [
      '/** How often a streamed reply checks access again. */',
      '/** Asks the service again. */',
      '// The reply is sent without a hook, and the connection ends with it.\n// What follows is not read.',
      '/** `Of` is a word of the catalogue. */',
    ];
    expect(await violatingLines(comments.map((comment) => `${comment}\n`).join('export {};\n'))).toEqual([]);
  }, 300_000);
});
