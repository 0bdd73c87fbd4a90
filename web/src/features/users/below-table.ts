/** Where the tables of users and invites would scroll sideways, and cards take their place. */
export const BELOW_TABLE = '(width < 80rem)';
