/** The document's language, and the Intl locales of dates and numbers. */
export const tag = 'en';
export const days = 'en-GB';
export const figures = 'en-US';
