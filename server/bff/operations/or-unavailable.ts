import { BffError } from '../errors.ts';
import { LenderError } from '../lender/lender-error.ts';

/** For a caller who cannot go on without the lender. @throws BffError `lender_unavailable` */
export async function orUnavailable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof LenderError)) throw error;
    throw new BffError('lender_unavailable', { cause: error });
  }
}
