const FIRST_WORD = /^[\s*]*([A-Z][a-z]+)\b/;
const FRAGMENTS = new Set([
  ...['Also', 'As', 'Beside', 'Else', 'Enough', 'Ignored', 'Of', 'Such', 'Those', 'Told', 'Unread'],
  ...['What', 'Whatever', 'Whichever', 'Who', 'Whoever', 'Whom', 'Whose'],
]);

/** ESLint rule: rejects a comment whose first word leaves its subject to the line below. */
export const commentWords = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    const isContinued = ({ type, loc }, previous) =>
      type === 'Line' && previous?.type === 'Line' && previous.loc.end.line === loc.start.line - 1;
    return {
      Program() {
        const comments = context.sourceCode.getAllComments();
        for (const [index, comment] of comments.entries()) {
          const word = FIRST_WORD.exec(comment.value)?.[1];
          if (!FRAGMENTS.has(word) || isContinued(comment, comments[index - 1])) continue;
          const message = `Write a sentence whose subject stands in it, instead of one that begins with "${word}".`;
          context.report({ loc: comment.loc, message });
        }
      },
    };
  },
};
