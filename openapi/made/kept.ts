// Made by `npm run contract`. Do not edit.

/** Answers that may lie on a device, by whose: nothing else may. */
export const kept = {
  everybody: ["listArticles","getArticle"],
  user: ["listMyAccounts","getMyAccount","getMyFlow","getMyLastConnect","getMyFlowChart","getMyUsage","listMyOutages","listMyMacs","listMyMessages","getMyUnreadMessages","listMyNotices","listMyPlans","listMyOrders","listMyRefCodes","listMyRefUsers","listMyServers","getMySubscription"],
  admin: ["listAccounts","countAccounts","listAllAccounts","getAccount","listUnassignedAccounts","getServerFlow","getServerLastHour","getAccountFlow","listTopFlow","listGroups","listServerLights","listServerOutages","listConversations","listMessages","getUnreadMessages","listNodes","listNotices","listOrders","listPlacedOrders","listRecentAlipayOrders","listRecentPaypalOrders","listServers","getServer","listTags","listUsers","listRecentSignUps","listRecentLogins","getUserCounts","getUser"],
} as const
