export const housingStatuses = ['own', 'rent', 'other'] as const;

export const employmentStatuses = [
  'employed',
  'self_employed',
  'retired',
  'unemployed',
  'student',
  'other',
] as const;
