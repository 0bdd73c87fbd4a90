export const density = 'Density';
export const compact = 'Compact';
export const comfortable = 'Comfortable';
export const columns = 'Columns';
export const exportList = 'Export as CSV';
export const exportFailed = 'The list could not be exported';
