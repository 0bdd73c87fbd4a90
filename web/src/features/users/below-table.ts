export const BELOW_TABLE = '(width < 80rem)';
