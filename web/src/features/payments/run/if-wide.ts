/** Columns that stand below the name where they do not fit beside it. */
export const IF_WIDE = '@max-[40rem]:hidden';
export const IF_NARROW = '@min-[40rem]:hidden';
