declare module '@tanstack/react-router' {
  /** What the login screen is told about how one got there. */
  interface HistoryState {
    /** The email of an account that has just been made. */
    registered?: string;
    /** A session that the server no longer accepted: whose, if known, and where it was. */
    ended?: { readonly email: string | undefined; readonly from: string };
  }
}

export {};
