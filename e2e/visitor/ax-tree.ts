import type { Page } from '@playwright/test';

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value: string };
  name?: { value: string };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/** Layout and text: the words of both are in the name of the node that contains them. */
const SILENT = /^(none|generic|StaticText|InlineTextBox|paragraph|LabelText|RootWebArea)$/;
const STATES = /^(modal|level|expanded|checked|hasPopup|focused)$/;

/**
 * Returns the page as Chromium gives it to a screen reader: in order, one line per node with its role, name and states.
 */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = (node: AxNode | undefined): string[] => [
    ...(node && !node.ignored && !SILENT.test(node.role?.value ?? '') ? [describe(node)] : []),
    ...(node?.childIds ?? []).flatMap((id) => lines(byId.get(id))),
  ];
  return lines(nodes[0]);
}

function describe({ role, name, properties = [] }: AxNode): string {
  const states = properties
    .filter(({ name: state, value }) => STATES.test(state) && `${value.value}` !== 'false')
    .map((property) => `${property.name}=${property.value.value}`);
  return [role?.value, name?.value, ...states].filter(Boolean).join(' · ');
}
