export type Access = 'public' | 'signed_in' | 'super_admin';

/** The resources a call can access; others are NOT_FOUND. With `none` the call concerns no user's resources. */
export type Reach = 'none' | 'own' | 'own_or_super_admin' | 'all';

export interface Permission {
  readonly access: Access;
  readonly reach: Reach;
}

const open = { access: 'public', reach: 'none' } as const;
const own = { access: 'signed_in', reach: 'own' } as const;
const shared = { access: 'signed_in', reach: 'own_or_super_admin' } as const;
const admin = { access: 'super_admin', reach: 'all' } as const;
/** As `requireTrailReader`. */
const trailReader = admin;

/** Specification §6. The gateway enforces `access`, services `reach`. A route without an entry does not compile. */
export const PERMISSIONS = {
  'POST /api/auth/login': open,
  'POST /api/auth/register': open,
  'POST /api/auth/reset-password-with-code': open,
  'GET /api/auth/me': own,
  'PUT /api/auth/password': own,
  'POST /api/auth/notices/dismiss': own,

  'GET /api/expenses': own,
  'GET /api/expenses/summary': own,
  'GET /api/expenses/changes': own,
  'POST /api/expenses': own,
  'PUT /api/expenses/{id}': own,
  'DELETE /api/expenses/{id}': own,
  'GET /api/expenses/{id}/audit': shared,
  'GET /api/expenses/{id}/why': shared,

  'GET /api/admin/expenses-with-users': admin,
  'GET /api/admin/expenses/summary': admin,
  'GET /api/admin/expenses/changes': admin,
  'POST /api/admin/expenses': admin,
  'PUT /api/admin/expenses/{id}': admin,
  'PUT /api/admin/expenses/{id}/approve': admin,
  'PUT /api/admin/expenses/{id}/reject': admin,
  'PUT /api/admin/expenses/{id}/unapprove': admin,
  'GET /api/admin/expenses/{id}/audit': admin,
  'GET /api/admin/expenses/{id}/duplicates': admin,
  'POST /api/admin/expenses/bulk-mark-paid': admin,

  'GET /api/admin/users': admin,
  'PUT /api/admin/users/{id}/role': admin,
  'POST /api/admin/users/{id}/reset-code': admin,
  'PUT /api/admin/users/{id}/pending-change': admin,
  'GET /api/admin/invites': admin,
  'POST /api/auth/invites': admin,
  'PUT /api/admin/invites/{id}/confirmation': admin,

  // Despite the admin path, for all users (specification §6).
  'GET /api/admin/my-reports': own,
  'GET /api/admin/reports': admin,
  'GET /api/admin/reports/{filename}/download': shared,
  'GET /api/admin/reports/{filename}/receipts-zip': shared,
  'GET /api/admin/reports/{filename}/json': shared,
  'POST /api/admin/reports/{filename}/retry': admin,
  'GET /reports/{filename}': shared,

  'POST /api/uploads': own,
  'GET /uploads/{filename}': shared,
  'POST /api/signed-urls': shared,

  'GET /api/audit/state': trailReader,
  'GET /api/audit/events': trailReader,
  'GET /api/audit/schemas': trailReader,
  'GET /api/audit/people/{id}': trailReader,
  'GET /api/audit/checkpoint': trailReader,
  'GET /api/audit/key': trailReader,
  'GET /api/audit/tile/{path}': trailReader,
  'GET /api/audit/proof/inclusion': trailReader,
  'GET /api/audit/proof/consistency': trailReader,

  'GET /api/admin/exchange-rate-sources': admin,
  'GET /api/exchange-rate': open,
  'GET /api/openapi.json': open,
  'GET /api/asyncapi.json': open,
  'GET /api/health/live': open,
  'GET /api/health/ready': open,
} as const satisfies Record<`${string} /${string}`, Permission>;

export type PermissionKey = keyof typeof PERMISSIONS;
