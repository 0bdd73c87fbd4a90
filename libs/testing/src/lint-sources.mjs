// Lints the sources given as JSON on stdin and writes their violations as JSON to stdout.
import { ESLint } from 'eslint';
import { text } from 'node:stream/consumers';

const eslint = new ESLint();
const violations = [];
for (const { file, code } of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(code, { filePath: file });
  violations.push(result.messages.map(({ ruleId, line }) => ({ rule: ruleId ?? 'fatal', line })));
}
process.stdout.write(JSON.stringify(violations));
