import { money } from './01-money.js';
import { transitions } from './02-transitions.js';
import { lastSuperAdmin } from './03-last-super-admin.js';
import { payOnce } from './04-pay-once.js';
import { keptThroughKills } from './05-kept-through-kills.js';
import { duplicateApprovals } from './07-duplicate-approvals.js';
import { reportTotals } from './08-report-totals.js';
import { readYourWrites } from './10-read-your-writes.js';
import { oneEffect } from './11-one-effect.js';
import { auditTrail } from './12-audit-trail.js';
import { boundaries } from './14-boundaries.js';
import { onePayer } from './15-one-payer.js';
import { amendedApprovals } from './16-amended-approvals.js';
import { damagedReceipts } from './17-damaged-receipts.js';
import { storesTogether } from './18-stores.js';
import { staleDecisions } from './19-stale-decisions.js';
import { onePress } from './20-one-press.js';
import { onlyWhatWasSeen } from './21-only-what-was-seen.js';
import { logThroughKills } from './22-log-through-kills.js';
import type { Check } from './check.js';

export const CHECKS: readonly Check[] = [
  money,
  transitions,
  lastSuperAdmin,
  payOnce,
  keptThroughKills,
  duplicateApprovals,
  reportTotals,
  readYourWrites,
  oneEffect,
  auditTrail,
  boundaries,
  onePayer,
  amendedApprovals,
  damagedReceipts,
  storesTogether,
  staleDecisions,
  onePress,
  onlyWhatWasSeen,
  logThroughKills,
];
