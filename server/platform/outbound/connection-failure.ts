import type { buildConnector } from 'undici';

/** No connection came about, so nothing was sent. */
export class ConnectionFailedError extends Error {
  override readonly name = 'ConnectionFailedError';
}

/**
 * Marks what fails before a connection stands. Once a request could have been written, an error
 * says nothing about what the other side did with it; before, it says that nothing happened.
 */
export function noteConnectionFailures(
  connect: buildConnector.connector,
): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...args) => {
      const [error] = args;
      if (!error) return callback(...args);
      return callback(new ConnectionFailedError('no connection', { cause: error }), null);
    });
}
