export const filters = 'Filters';
export const filtersSet = (count: number) => `Filters (${count})`;
export const search = 'Search';
export const status = 'Status';
export const category = 'Category';
export const all = 'All';
export const sortBy = 'Sort by';
