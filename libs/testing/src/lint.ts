import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Complaint {
  readonly rule: string;
  /** From 1. */
  readonly line: number;
}

/** Lints a text as if it stood in a file of the repository, and answers what the lint has against it. */
export function lint(file: string, code: string): Promise<Complaint[]> {
  const eslint = join(root, 'node_modules', 'eslint', 'bin', 'eslint.js');
  return new Promise((resolve, reject) => {
    const run = spawn(process.execPath, [eslint, '--stdin', '--stdin-filename', join(root, file), '-f', 'json'], {
      cwd: root,
    });
    let output = '';
    run.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    run.on('error', reject);
    run.on('close', () => {
      const [result] = JSON.parse(output) as { messages: { ruleId: string | null; line: number }[] }[];
      resolve((result?.messages ?? []).map(({ ruleId, line }) => ({ rule: ruleId ?? 'fatal', line })));
    });
    run.stdin.end(code);
  });
}
