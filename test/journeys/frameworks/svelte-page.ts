import { compileSvelte } from '../../helpers/docs-samples.ts';

const source = `<script>
  let { server, hasFrame } = $props();
  const prefill = { last_name: 'Sample' };
  let amount = $state('8400.00');
  let isShown = $state(true);
  let step = $state('none');
</script>
<main>
  <button onclick={() => (amount = '5000.00')}>Pay less</button>
  <button onclick={() => (isShown = !isShown)}>Turn over</button>
  <output>{step}</output>
  {#if isShown}
    <soft-pull-checkout
      {server}
      merchant="pk_sandbox_hillside"
      {amount}
      heading-level={3}
      {prefill}
      onsoft-pull-step-change={(event) => (step = event.step)}
    >
      {#if hasFrame}
        <iframe
          src="{server}/v1/frame?merchant=pk_sandbox_hillside&locale=en"
          title="Financing application"
          width="100%"
          height="1100"
        ></iframe>
      {/if}
    </soft-pull-checkout>
  {/if}
</main>`;

/** The script of `Page`, for the browser or for a server. */
export function sveltePage(generate: 'client' | 'server'): string {
  return compileSvelte(source, { name: 'Page', generate });
}
