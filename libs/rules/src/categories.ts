/** The categories of the submit form (specification §3). */
export const CATEGORIES = [
  'Plane / Train',
  'Hotel',
  'Taxi / Ride',
  'Restaurant',
  'Communication',
  'IT',
  'Other',
] as const;

/** The categories of the admin panel's filter (specification §2). */
export const ADMIN_CATEGORIES = ['Accommodation', 'Transport', 'Meals', 'Office Supplies', 'Other'] as const;
