/** The super admins whom one question can mention. */
export const MENTIONED_MAX = 5;
