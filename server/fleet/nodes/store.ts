import type { Selectable } from 'kysely'
import type { MachineFacts } from '../../engine/nodeLinks.ts'
import type { Database } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import type { NodeTable } from '../../database/tables.ts'

/** A stored node. */
export type NodeRow = Selectable<NodeTable>

/** What is stored of a machine: what it said of itself, and what the console found out. */
export type KeptFacts = Partial<MachineFacts> & {
  skewMs?: number | null
  roundTripMs?: number | null
  /** When another machine was last seen with the same key, ms. */
  duplicate?: number
  /** When it last said what none of our engines says, ms. */
  lie?: number
}

/** Every node, by name. */
export function selectNodes(db: Database): Promise<NodeRow[]> {
  return db.selectFrom('node').selectAll().orderBy('name').orderBy('id').execute()
}

/** One node. */
export function findNode(db: Database, id: number): Promise<NodeRow | undefined> {
  return db.selectFrom('node').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The node with a key. */
export function findNodeByKey(db: Database, publicKey: string): Promise<NodeRow | undefined> {
  return db.selectFrom('node').selectAll().where('publicKey', '=', publicKey).executeTakeFirst()
}

/** Stores a new node; returns its id. */
export async function insertNode(
  db: Database,
  node: Pick<NodeRow, 'name' | 'publicKey' | 'createTime'>,
): Promise<number> {
  const { id } = await db
    .insertInto('node')
    .values({ ...node, state: 'active', trafficLimit: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Keeps what was said and found out of a node; what is not named stays. The row is held meanwhile:
 * another writer waits, and finds this.
 */
export async function noteFacts(
  db: Database,
  id: number,
  facts: KeptFacts,
  row: Partial<Pick<NodeRow, 'address' | 'version' | 'lastSeen'>> = {},
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'node', id))) return
    const node = await findNode(tx, id)
    if (!node) return
    const text = JSON.stringify({ ...factsIn(node), ...facts })
    await tx
      .updateTable('node')
      .set({ ...row, facts: text })
      .where('id', '=', id)
      .execute()
  })
}

/** What is stored of a node's machine. */
export const factsIn = ({ facts }: Pick<NodeRow, 'facts'>): KeptFacts => JSON.parse(facts)

/** The servers nodes carry, by node. */
export async function selectCarried(db: Database): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('server')
    .select(['id', 'nodeId'])
    .where('nodeId', 'is not', null)
    .orderBy('id')
    .execute()
  const byNode = new Map<number, number[]>()
  for (const { id, nodeId } of rows) byNode.getOrInsertComputed(nodeId ?? 0, () => []).push(id)
  return byNode
}
