export const density = 'Density';
export const compact = 'Compact';
export const comfortable = 'Comfortable';
export const columns = 'Columns';
