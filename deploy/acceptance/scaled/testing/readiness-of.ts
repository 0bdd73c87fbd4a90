import type { Part } from '@outlay/harness/testing/scaled-product';

interface Readiness {
  readonly parts: Readonly<Record<string, boolean>>;
  readonly details: { readonly missing: readonly string[] };
}

/** @throws Error if the part does not know whether it is ready */
export async function readinessOf({ operations }: Part): Promise<Readiness & { status: number }> {
  const response = await fetch(`${operations}/ready`);
  const { status } = response;
  if (status !== 200 && status !== 503) throw new Error(`/ready answered ${status}`);
  return { ...((await response.json()) as Readiness), status };
}
