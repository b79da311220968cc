export interface MerchantCall {
  env: NodeJS.ProcessEnv;
  /** What follows the subcommand's name. */
  args: string[];
}

/** What whoever runs the command can mend; its message is all that is printed. */
export class MerchantCliError extends Error {
  override readonly name = 'MerchantCliError';
}
