export const density = 'Density';
export const compact = 'Compact';
export const comfortable = 'Comfortable';
export const columns = 'Columns';
export const exportList = 'Export';
export const exportFormats = { csv: 'CSV', xlsx: 'Excel (xlsx)' };
export const exportFailed = 'The list could not be exported';
