import * as z from 'zod/mini';

export const lenderSchema = z.object({
  name: z.string(),
  nmls_id: z.string(),
  phone: z.string(),
  address: z.string(),
});

export type Lender = z.infer<typeof lenderSchema>;
