/** `claimant`: all but auditors. `reader`: super admins and auditors. */
export type Access = 'public' | 'signed_in' | 'claimant' | 'reader' | 'super_admin';

/** The scope of tokens that read the trail. */
export const AUDIT_SCOPE = 'audit:read' as const;

/** The resources a call can access; others are NOT_FOUND. With `none` the call concerns no user's resources. */
export type Reach = 'none' | 'own' | 'own_or_reader' | 'all';

export interface Permission {
  readonly access: Access;
  readonly reach: Reach;
  /** Tokens with this scope are admitted, too. */
  readonly scope?: typeof AUDIT_SCOPE;
}

const open = { access: 'public', reach: 'none' } as const;
const own = { access: 'signed_in', reach: 'own' } as const;
const claim = { access: 'claimant', reach: 'own' } as const;
const shared = { access: 'signed_in', reach: 'own_or_reader' } as const;
const sharedTrail = { ...shared, scope: AUDIT_SCOPE } as const;
const reader = { access: 'reader', reach: 'all' } as const;
/** The readers that `requireTrailReader` accepts. */
const trailReader = { ...reader, scope: AUDIT_SCOPE } as const;
const admin = { access: 'super_admin', reach: 'all' } as const;

/** The table of. The gateway enforces `access`, services `reach`. A route without an entry does not compile. */
export const PERMISSIONS = {
  'POST /api/auth/login': open,
  'POST /api/auth/register': open,
  'POST /api/auth/reset-password-with-code': open,
  'GET /api/auth/me': own,
  'PUT /api/auth/password': own,
  'POST /api/auth/notices/dismiss': own,

  'GET /api/expenses': own,
  'GET /api/expenses/summary': own,
  'GET /api/expenses/duplicate-warning': claim,
  'GET /api/expenses/changes': own,
  'POST /api/expenses': claim,
  'PUT /api/expenses/{id}': claim,
  'DELETE /api/expenses/{id}': claim,
  'PUT /api/expenses/{id}/answer': claim,
  'GET /api/expenses/{id}/audit': sharedTrail,
  'GET /api/expenses/{id}/why': sharedTrail,

  'GET /api/trips': claim,
  'POST /api/trips': claim,
  'PUT /api/trips/{id}': claim,
  'DELETE /api/trips/{id}': claim,

  'GET /api/admin/expenses-with-users': reader,
  'GET /api/admin/expenses/summary': reader,
  'GET /api/admin/expenses/states': reader,
  'GET /api/admin/expenses/export': reader,
  'GET /api/admin/expenses/changes': reader,
  'POST /api/admin/expenses': admin,
  'PUT /api/admin/expenses/{id}': admin,
  'PUT /api/admin/expenses/{id}/approve': admin,
  'PUT /api/admin/expenses/{id}/reject': admin,
  'PUT /api/admin/expenses/{id}/unapprove': admin,
  'PUT /api/admin/expenses/{id}/question': admin,
  'GET /api/admin/expenses/{id}/audit': trailReader,
  'GET /api/admin/expenses/{id}/decisions/{revision}': trailReader,
  'GET /api/admin/expenses/{id}/decisions/{revision}/receipt': trailReader,
  'GET /api/admin/expenses/{id}/duplicates': reader,
  'POST /api/admin/expenses/bulk-mark-paid': admin,
  'POST /api/admin/payment-runs': admin,
  'GET /api/admin/payment-runs': reader,
  'GET /api/admin/payment-runs/{id}': reader,
  'GET /api/admin/payment-runs/{id}/download': reader,

  'GET /api/admin/analytics': reader,

  'GET /api/admin/views': admin,
  'POST /api/admin/views': admin,
  'PUT /api/admin/views/{id}': admin,
  'DELETE /api/admin/views/{id}': admin,

  'GET /api/admin/users': reader,
  'PUT /api/admin/users/{id}/role': admin,
  'POST /api/admin/users/{id}/reset-code': admin,
  'PUT /api/admin/users/{id}/pending-change': admin,
  'GET /api/admin/invites': reader,
  'POST /api/auth/invites': admin,
  'PUT /api/admin/invites/{id}/confirmation': admin,
  'DELETE /api/admin/invites/{id}': admin,

  // All users have it despite the admin path.
  'GET /api/admin/my-reports': own,
  'GET /api/admin/reports': reader,
  'GET /api/admin/reports/{filename}/download': shared,
  'GET /api/admin/reports/{filename}/receipts-zip': shared,
  'GET /api/admin/reports/{filename}/json': shared,
  'POST /api/admin/reports/{filename}/retry': admin,
  'GET /reports/{filename}': shared,

  'POST /api/uploads': claim,
  'GET /uploads/{filename}': shared,
  'POST /api/signed-urls': shared,

  'GET /api/audit/state': trailReader,
  'GET /api/audit/events': trailReader,
  'GET /api/audit/timeline': trailReader,
  'GET /api/audit/schemas': trailReader,
  'POST /api/audit/verifications': reader,
  'GET /api/audit/verifications': trailReader,
  'POST /api/audit/tokens': admin,
  'GET /api/audit/tokens': trailReader,
  'DELETE /api/audit/tokens/{id}': admin,
  'GET /api/audit/people/{id}': trailReader,
  'GET /api/audit/checkpoint': trailReader,
  'GET /api/audit/key': trailReader,
  'GET /api/audit/key-changes': trailReader,
  'GET /api/audit/tile/{path}': trailReader,
  'GET /api/audit/proof-pack': trailReader,
  'GET /api/audit/proof/inclusion': trailReader,
  'GET /api/audit/proof/consistency': trailReader,

  'GET /api/admin/exchange-rate-sources': reader,
  'GET /api/exchange-rate': open,
  'GET /api/openapi.json': open,
  'GET /api/asyncapi.json': open,
  'GET /api/health/live': open,
  'GET /api/health/ready': open,
} as const satisfies Record<`${string} /${string}`, Permission>;

export type PermissionKey = keyof typeof PERMISSIONS;
