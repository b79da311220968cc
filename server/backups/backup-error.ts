import { OperatorError } from '../platform/operator-error.ts';

/** A backup could not be made or restored; the message says in one line what to do. */
export class BackupError extends OperatorError {
  override readonly name = 'BackupError';
}
