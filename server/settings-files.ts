import { z } from 'zod';

const hexSha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex');
const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && new URL(text).origin === text,
    'must be an origin, such as https://shop.example',
  );
const MIN_ORDER_SECRET_BYTES = 32;

const merchant = z.strictObject({
  publishable_key: z.string().regex(/^pk_[A-Za-z0-9_]{1,61}$/),
  name: z.string().min(1).max(100),
  /** Two at most, so that one can be replaced while the other still works; so with order secrets. */
  secret_key_sha256: z.array(hexSha256).max(2),
  order_secrets: z
    .array(
      z
        .string()
        .refine(
          (text) => Buffer.byteLength(text) >= MIN_ORDER_SECRET_BYTES,
          `must have ${MIN_ORDER_SECRET_BYTES} bytes or more`,
        ),
    )
    .max(2),
  order_keys: z.array(
    z.looseObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
  origins: z.array(origin).min(1),
  request_user_id: z.string().min(1),
  /** Reads the rate sheet. */
  admin_user_id: z.string().min(1),
  lender: z
    .strictObject({ name: z.string(), nmls_id: z.string(), phone: z.string(), address: z.string() })
    .optional(),
});

const sponsor = z.strictObject({
  username: z.string().min(1),
  password_sha256: hexSha256,
  name: z.string().min(1),
  features: z.strictObject({
    allow_soft_pull_process: z.boolean(),
    allow_approve_on_behalf: z.boolean(),
  }),
  callback: z.strictObject({ username: z.string().min(1), password: z.string().min(1) }),
});

/** One entry of `MERCHANTS_FILE` (design.md, section 4). */
export type MerchantSettings = z.infer<typeof merchant>;
/** One entry of `SPONSORS_FILE` (design.md, section 4). */
export type SponsorSettings = z.infer<typeof sponsor>;

export const merchantsFile = z.array(merchant).min(1);
export const sponsorsFile = z.array(sponsor).min(1);
