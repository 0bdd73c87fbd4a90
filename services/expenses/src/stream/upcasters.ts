export const SCHEMA_VERSION = 1;

type Step = (data: unknown) => unknown;

/** By event type: the step from version n (its key) to n + 1. Tested with a golden file of each version. */
const STEPS: Readonly<Record<string, Readonly<Record<number, Step>>>> = {};

export function upcast(type: string, version: number, data: unknown): unknown {
  if (version > SCHEMA_VERSION)
    throw new Error(`${type} was written in version ${version}; this release reads up to ${SCHEMA_VERSION}`);
  let current = data;
  for (let from = version; from < SCHEMA_VERSION; from += 1) current = STEPS[type]?.[from]?.(current) ?? current;
  return current;
}
