import type { z } from 'zod';

/** A control of the sandbox as it is documented. */
export interface Control {
  method: 'GET' | 'POST';
  /** Under `/sandbox/v1`. */
  path: string;
  /** What it does, for people. */
  effect: string;
  query?: z.ZodObject;
  body?: {
    schema: z.ZodType;
    /** One that is taken. */
    example: Readonly<Record<string, unknown>>;
  };
  /** The answer's status and body; none for null. */
  answer: { status: 200 | 202 | 204; schema: z.ZodType | null };
}

type Described = Omit<Control, 'answer'>;

/** A control that is answered 200 with a body. */
export function control(described: Described, schema: z.ZodType): Control {
  return { ...described, answer: { status: 200, schema } };
}

/** A control that is answered without a body. */
export function silentControl(described: Described, status: 202 | 204): Control {
  return { ...described, answer: { status, schema: null } };
}
