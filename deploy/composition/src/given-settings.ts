import { readFileSync } from 'node:fs';

/**
 * The settings that are not empty: `<NAME>`, or the content of the file that `<NAME>_FILE` names.
 * @throws Error for the operator if both are given or the file cannot be read
 */
export function givenSettings(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => [[name, valueOf(environment, name)]].filter(hasValue)));
}

function valueOf(environment: NodeJS.ProcessEnv, name: string): string {
  const { [name]: value = '', [`${name}_FILE`]: file = '' } = environment;
  if (file === '') return value;
  if (value !== '') throw new Error(`Both ${name} and ${name}_FILE are set. Only one of them can be.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE: ${(error as Error).message}`, { cause: error });
  }
}

const hasValue = ([, value]: readonly string[]) => value !== '';
