import { Controller } from '@nestjs/common';
import {
  findTile,
  listVerifications,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
  readKeyChanges,
  readEventFeed,
  readTimeline,
  readTrailState,
  startVerification,
  type RequestOf,
  type VerificationView,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';

const CHECKPOINT = 'test-log\n2\nAA==\n\n— test-log AAAAAAAA\n';
const NOW = '2026-03-01T10:00:00.000Z';
const VERIFICATION: VerificationView = {
  id: '1',
  status: 'findings',
  step: 'reports',
  percent: 100,
  events: 2,
  files: 0,
  position: '2',
  checkpoint: CHECKPOINT,
  startedAt: NOW,
  endedAt: NOW,
  byEmail: 'root@example.com',
  findingCount: 1,
  findings: [{ id: 'event-lost:leaf 1', kind: 'event-lost', message: 'Leaf 1 is lost.', accepted: null }],
  failure: null,
};

/** A test puts it into the blobs. */
export const TEST_TILE = { blobKey: 'a-tile', size: 8192 };

@Controller()
export class TestAudit {
  static events = 0;
  static feedReads = 0;

  @Handles(readTrailState)
  async trailState() {
    const found = { revision: 1, finding: 'revision 1 was altered', foundAt: NOW };
    const streams = [{ stream: 'expense-1', expenseId: 'EXP-1', ...found }];
    return { quarantined: 1, streams, logBroken: null, behind: { events: 0, seconds: 0 } };
  }

  @Handles(findTile)
  async tile() {
    return TEST_TILE;
  }

  @Handles(readCheckpoint)
  async checkpoint() {
    return { checkpoint: CHECKPOINT, publicKey: 'test-log+00000000+AQ==' };
  }

  @Handles(readKeyChanges)
  async keyChanges() {
    return { changes: [] };
  }

  /** A log of `events` leaves, two in a page, of which each is only its number. */
  @Handles(readEventFeed)
  async events({ after, to = Infinity, format }: RequestOf<typeof readEventFeed>) {
    TestAudit.feedReads += 1;
    const last = Math.min(after + 2, to, TestAudit.events - 1);
    const leaves = Array.from({ length: Math.max(0, last - after) }, (_, at) => after + 1 + at);
    const forms = {
      lines: (leaf: number) => `${leaf}\n`,
      'server-sent': (leaf: number) => `id: ${leaf}\ndata: ${leaf}\n\n`,
      'cloud-events': (leaf: number) => `,${leaf}`,
    };
    return { text: leaves.map(forms[format]).join(''), last: Math.max(last, after), size: TestAudit.events };
  }

  @Handles(readTimeline)
  async timeline() {
    const actor = { id: 'admin', email: 'root@example.com', role: 'super_admin' };
    const metadata = { schemaVersion: 1, actor, at: NOW, correlationId: 'c', causationId: null, previousHash: null };
    const event = { id: 'e', type: 'ExpenseRejected', data: { reason: 'No' }, version: 1, at: NOW, actor, metadata };
    const place = { position: '1', leaf: 0, stream: 'expense-1', revision: 1, hash: 'ab' };
    return {
      events: JSON.stringify([{ ...place, ...event, expenseId: 'EXP-1', personId: null }]),
      next: null,
      size: 1,
    };
  }

  @Handles(startVerification)
  async startVerification() {
    return { verification: VERIFICATION };
  }

  @Handles(listVerifications)
  async verifications() {
    return { verifications: [VERIFICATION] };
  }

  @Handles(proveInclusion)
  async inclusion() {
    return { index: 0, size: 2, hashes: ['AA=='], eventHash: 'ab', checkpoint: CHECKPOINT };
  }

  @Handles(proveConsistency)
  async consistency({ from }: RequestOf<typeof proveConsistency>) {
    return { from, to: 2, hashes: ['AA=='], checkpoint: CHECKPOINT };
  }
}
