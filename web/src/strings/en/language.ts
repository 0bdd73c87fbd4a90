/** The language itself, and the forms of its days and figures, which Intl knows (specification §9). */
export const tag = 'en';
export const days = 'en-GB';
export const figures = 'en-US';
