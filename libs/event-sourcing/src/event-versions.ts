/** Converts the data of an event from one version to the next. */
type Upcaster = (data: unknown) => unknown;

/** Every event type of a kind of stream, with the upcasters from version 1 on: a type without any is in version 1. */
export type EventVersions<Type extends string = string> = Readonly<Record<Type, readonly Upcaster[]>>;

export function currentVersion(versions: EventVersions, type: string): number {
  return upcastersOf(versions, type).length + 1;
}

/** @throws Error if this release does not know the type or the version, or cannot convert the data */
export function upcast(versions: EventVersions, type: string, version: number, data: unknown): unknown {
  const upcasters = upcastersOf(versions, type);
  if (!Number.isInteger(version) || version < 1) throw new Error(`${type} has no version ${version}`);
  if (version > upcasters.length + 1)
    throw new Error(`${type} was written in version ${version}; this release reads up to ${upcasters.length + 1}`);
  return upcasters.slice(version - 1).reduce((current, step) => step(current), data);
}

function upcastersOf(versions: EventVersions, type: string): readonly Upcaster[] {
  const upcasters = Object.hasOwn(versions, type) ? versions[type] : undefined;
  if (!upcasters) throw new Error(`This release knows no event of type ${type}`);
  return upcasters;
}
