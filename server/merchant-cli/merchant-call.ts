import { OperatorError } from '../platform/operator-error.ts';

export interface MerchantCall {
  env: NodeJS.ProcessEnv;
  /** What follows the subcommand's name. */
  args: string[];
}

/** What whoever runs the command can mend; its message is all that is printed. */
export class MerchantCliError extends OperatorError {
  override readonly name = 'MerchantCliError';
}
