import { readFileSync } from 'node:fs';

/**
 * The settings that are given and not empty: `<NAME>`, or the content of the file that `<NAME>_FILE` names.
 * @throws Error for the operator if both are given or the file cannot be read
 */
export function givenSettings(environment: NodeJS.ProcessEnv, names: readonly string[]): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const name of names) {
    const value = valueOf(environment, name);
    if (value || (value === '' && NEVER_EMPTY.includes(name))) settings[name] = value;
  }
  return settings;
}

function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const { [name]: value, [`${name}_FILE`]: file } = environment;
  if (!file) return value;
  if (value) throw new Error(`Both ${name} and ${name}_FILE are set. Only one of them can be.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`${name}_FILE: ${(error as Error).message}`, { cause: error });
  }
}

/** An empty one is a mistake: taken as not set, it would be replaced by a secret that nobody expects. */
const NEVER_EMPTY: readonly string[] = ['JWT_SECRET', 'AUDIT_KEY'];
