import { type MerchantCall, MerchantCliError } from './merchant-call.ts';

/** One file each; none is loaded but the one that is asked for. */
const subcommands: ReadonlyMap<string, (call: MerchantCall) => Promise<void>> = new Map([
  ['listen', async (call: MerchantCall) => (await import('./listen.ts')).listenForMerchant(call)],
  ['add', async (call: MerchantCall) => (await import('./add.ts')).addMerchant(call)],
]);

/** `npm run merchant -- NAME …`. @throws ArgumentsError, MerchantCliError */
export async function runMerchantCommand({ env, args }: MerchantCall): Promise<void> {
  const [name = '', ...rest] = args;
  const subcommand = subcommands.get(name);
  if (subcommand === undefined) {
    const known = [...subcommands.keys()].join(', ');
    throw new MerchantCliError(`name what to do: npm run merchant -- NAME, with NAME of: ${known}`);
  }
  await subcommand({ env, args: rest });
}
