import { money } from './01-money.js';
import { transitions } from './02-transitions.js';
import { lastSuperAdmin } from './03-last-super-admin.js';
import { payOnce } from './04-pay-once.js';
import { duplicateApprovals } from './07-duplicate-approvals.js';
import { reportTotals } from './08-report-totals.js';
import { readYourWrites } from './10-read-your-writes.js';
import { oneEffect } from './11-one-effect.js';
import { auditTrail } from './12-audit-trail.js';
import { boundaries } from './14-boundaries.js';
import type { Check } from './check.js';

export const CHECKS: readonly Check[] = [
  money,
  transitions,
  lastSuperAdmin,
  payOnce,
  duplicateApprovals,
  reportTotals,
  readYourWrites,
  oneEffect,
  auditTrail,
  boundaries,
];
