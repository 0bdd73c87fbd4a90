import type { SeededRandom } from '@outlay/seed';

/** Changes one value somewhere in it. */
export function alterJson(json: string, random: SeededRandom): string {
  const leaves: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>);
      else leaves.push({ holder, key });
    }
  };
  const root = JSON.parse(json) as Record<string, unknown>;
  walk(root);
  const { holder, key } = leaves.length > 0 ? pickFrom(leaves, random) : { holder: root, key: 'forged' };
  const value = holder[key];
  holder[key] = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value ?? ''}1`;
  return JSON.stringify(root);
}

export function others<T>(items: readonly T[], item: T): T[] {
  return items.filter((other) => other !== item);
}

export function pickFrom<T>(items: readonly T[], random: SeededRandom): T {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('There is nothing to alter');
  return random.pick([first, ...rest]);
}
