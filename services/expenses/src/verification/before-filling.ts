import type { Finding } from '@outlay/contracts';
import { CheckpointStore } from '../projections/checkpoint.store.js';
import { READ_MODELS } from '../read-models/expense.model.js';
import { unaccepted } from '../stream/trail-repairs.js';
import { allFindings, Verification, type VerificationSources } from './verification.js';

/** The unaccepted findings of a verification of all events, if the read models are about to be made from them. */
export async function findingsBeforeFilling(
  sources: Pick<VerificationSources, 'events' | 'documents' | 'blobs' | 'keys'>,
): Promise<readonly Finding[]> {
  if ((await new CheckpointStore(sources.documents, READ_MODELS).load()) !== null) return [];
  const findings = await allFindings(new Verification({ ...sources, readModels: false, files: false }));
  return unaccepted(sources.events, findings);
}
