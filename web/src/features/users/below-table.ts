/** Below this width, cards replace the tables of users and invites. */
export const BELOW_TABLE = '(width < 80rem)';
