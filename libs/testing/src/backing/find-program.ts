import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Finds a program on the PATH or in the folder of `go install`. */
export async function findProgram(name: string, environment: NodeJS.ProcessEnv): Promise<string | null> {
  const folders = [...(environment.PATH ?? '').split(delimiter).filter(Boolean), await goBin(environment)];
  for (const folder of folders) {
    const file = join(folder, name);
    const runs = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs) return file;
  }
  return null;
}

async function goBin(environment: NodeJS.ProcessEnv): Promise<string> {
  const goPath = await promisify(execFile)('go', ['env', 'GOPATH'], { env: environment }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return join(goPath || environment.GOPATH || join(environment.HOME ?? homedir(), 'go'), 'bin');
}
