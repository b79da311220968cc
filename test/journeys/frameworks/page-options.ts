export interface PageOptions {
  /** Origin of the BFF. */
  server: string;
  /** The tag holds the frame, as the docs show it. */
  hasFrame: boolean;
}

/** The attributes of that frame. */
export function frameOf(server: string) {
  return {
    src: `${server}/v1/frame?merchant=pk_sandbox_hillside&locale=en`,
    title: 'Financing application',
    width: '100%',
    height: '1100',
  };
}
