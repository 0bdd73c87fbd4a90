/** Converts the data of an event from one version to the next. */
type Upcaster = (data: unknown) => unknown;

/** The event types of a kind of stream that had earlier versions, with the upcasters from version 1 on. */
export type EventVersions<Type extends string = string> =
  Readonly<Partial<Record<Type, readonly Upcaster[]>>> | undefined;

export function currentVersion(versions: EventVersions, type: string): number {
  return upcastersOf(versions, type).length + 1;
}

/** @throws Error if this release does not know the version, or cannot convert the data */
export function upcast(versions: EventVersions, type: string, version: number, data: unknown): unknown {
  const upcasters = upcastersOf(versions, type);
  if (!Number.isInteger(version) || version < 1) throw new Error(`${type} has no version ${version}`);
  if (version > upcasters.length + 1)
    throw new Error(`${type} was written in version ${version}; this release reads up to ${upcasters.length + 1}`);
  return upcasters.slice(version - 1).reduce((current, step) => step(current), data);
}

function upcastersOf(versions: EventVersions, type: string): readonly Upcaster[] {
  return (versions && Object.hasOwn(versions, type) && versions[type]) || [];
}
