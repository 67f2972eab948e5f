// Made by `npm run contract`. Do not edit.
export interface paths {
    "/api/user/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own accounts, newest first.
         * @description Reading them makes the account checker look at each of them soon.
         */
        get: operations["listMyAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the caller's own accounts.
         * @description Deployed servers answer an empty object here. We answer the account, and 403 when it is unknown or somebody else's.
         */
        get: operations["getMyAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * From how many addresses one of the caller's own accounts was used in the last 15 minutes.
         * @description An IPv6 network (/64) counts as one. The servers that are open to the account are asked, for two seconds at most; the addresses themselves are not returned.
         */
        get: operations["countMyAccountIps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/{accountId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Gives one of the caller's accounts another proxy password.
         * @description The number in the path is an account's, although the path names no account. Only the first 20 characters are kept. The new password is sent to every server that has the port open.
         */
        put: operations["changeMyAccountPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Starts an account that was bought but not started; its first cycle begins now.
         * @description Deployed servers restart the cycle at every call. We start an account once; for one that is already active nothing changes and the answer is still success.
         */
        put: operations["activateMyAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accountWithPage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One page of accounts that match a search and a filter, followed by MAC rows.
         * @description A read, although it is a POST. MAC rows come last in every order, know no plan and no expiry (the flags about time and plan do not touch them, `endsWithin`, `usedOver` and what is ours leave them out), and are told apart by having `mac`. An id may appear twice, once as an account's and once as a MAC row's. Another admin sees only accounts of users of the own group; deployed servers do not limit that.
         */
        post: operations["listAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accountWithPage/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Downloads accounts as a table.
         * @description A read, although it is a POST. The accounts `listAccounts` would show, without MAC rows, at most 100,000, oldest first: id, port, user, orderName, type, state, expire, flow, flowPack, flowUsed (bytes), lastConnect, server (ids, empty for all). No password and no key. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe.
         */
        post: operations["exportAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accountCounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many accounts and MAC rows each of some searches and filters matches.
         * @description A read, although it is a POST. Counts what `listAccounts` would show. Another admin counts only accounts of users of the own group.
         */
        post: operations["countAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accountsOfUsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The accounts of some users in short, the newest first.
         * @description A read, although it is a POST. Beside a list of users, such as that of conversations. Another admin gets only accounts of users of the own group.
         */
        post: operations["listAccountsOfUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every account, lowest port first, without pages.
         * @description Another admin sees only accounts whose owner is in the own group.
         */
        get: operations["listAllAccounts"];
        put?: never;
        /**
         * Makes an account on a free port; it is active at once.
         * @description Types 6 and 7 are taken as 3. For an account without an end (type 1) plan, start, number of cycles and automatic removal are ignored. Deployed servers answer 200 with no id for any other type and make nothing; we refuse it as bad input.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One account with everything an admin may know about it.
         * @description Reading it makes the account checker look at it soon. Deployed servers never answer for an unknown id, and do not limit other admins to the own group; we answer 403 in both cases.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /** Deletes an account and closes its port on every server. */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes an account's type, plan, port, password, quota, servers and removal.
         * @description The owner stays, and what the body leaves out stays. Deployed servers ignore the password and make the account active; we apply the password when it differs and leave `active` alone. A changed port is closed on every server before the new one opens.
         */
        put: operations["editAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Moves an account's end later or earlier.
         * @description The start moves by the given time; when that would put it in the future, whole cycles are added so that one of them contains now. An account without an end (type 1) stays as it is, and the answer is still success.
         */
        put: operations["adjustAccountTime"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/port": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Moves an account to another port.
         * @description Deployed servers leave the old port open for minutes; we close it on every server first.
         */
        put: operations["changeAccountPort"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/resetFlow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets what an account has used back to nothing.
         * @description Its stored traffic is kept without an owner, so that the totals of the servers stay right.
         */
        post: operations["resetAccountFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/port/{port}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account that holds a base port.
         * @description The base port is the port on a server less that server's shift. Deployed servers never answer for a port nobody holds; we answer 403.
         */
        get: operations["getAccountByPort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/newPort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A base port nobody holds, from the range in the account setting.
         * @description The lowest free one, or a random one when the setting says so. Nothing is reserved.
         */
        get: operations["getNewPort"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/ip/{ip}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where an IP address is and whose network it belongs to.
         * @description Deployed servers ask public services on the network, which tells them the customers' addresses; we answer from data on this machine, and with two empty texts when it says nothing.
         */
        get: operations["getIpInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many accounts are online per server, or which ones on one server.
         * @description Online means more than 10,000 bytes in one sample of the last 5 minutes. Without `serverId` the answer maps server ids to counts and leaves out servers with none; with it the answer lists account ids.
         */
        get: operations["listOnlineAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{serverId}/{accountId}/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * From which addresses an account is used on one server.
         * @description 403 when the account or the server is unknown or the server does not answer.
         */
        get: operations["listAccountServerIps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/ip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * From which addresses an account is used, over all servers.
         * @description A server that does not answer counts as having none.
         */
        get: operations["listAccountIps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{serverId}/{accountId}/ban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Until when an account is banned on one server. */
        get: operations["getAccountBan"];
        put?: never;
        /**
         * Bans an account on one server for a while; 0 ends a ban.
         * @description The ban starts now and replaces an earlier one. Deployed servers say success for an account or a server that does not exist; we refuse.
         */
        post: operations["banAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The accounts that belong to nobody, to give one to a user.
         * @description Not limited to a group, since an account without an owner is in none.
         */
        get: operations["listUnassignedAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/article": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists articles, a page at a time.
         * @description Sorted by category_order, category, then newest first. Visitors see what has the position `public`, users the help pages as well, admins every position. Older servers turn visitors away.
         */
        get: operations["listArticles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/article/categorys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the categories that contain a text, at most 20.
         * @description Only those of articles the caller may read.
         */
        get: operations["listArticleCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/article/{articleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows an article.
         * @description Refused for unknown ids, and for a caller who may not read it, as listArticles has it.
         */
        get: operations["getArticle"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/article": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes an article.
         * @description Articles and notices share their ids, so every call on one notice works on an article too.
         */
        post: operations["createArticle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/article/{articleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes an article and dates it now. */
        put: operations["editArticle"];
        post?: never;
        /** Deletes an article. */
        delete: operations["deleteArticle"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What clients of one of the caller's own accounts met lately, and what is the matter.
         * @description For a screen that watches while somebody tries to connect: it asks without `since` first, then every two seconds with the `now` of that first answer. Addresses are not returned, only whether they are the caller's own.
         */
        get: operations["watchMyAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What clients of an account met lately, and what is the matter.
         * @description As `watchMyAccount`, with the clients' addresses.
         */
        get: operations["watchAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists what admins changed, newest first.
         * @description Secrets are covered; that they changed is recorded. `search` looks into names of things, people and calls.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads what admins changed as a table.
         * @description At most 100,000 entries, newest first: time (ISO 8601, UTC), actor, operation, subject, subjectId, label, before, after. A byte order mark comes first, and a cell that would start a formula gets a leading apostrophe.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells how the backups are doing. */
        get: operations["getBackupStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/backup/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notes that the key of the backups is kept in another place, too.
         * @description Of another key it is asked again.
         */
        post: operations["confirmBackupKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/setup/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says how far a restore from the set-up page has come.
         * @description With the one-time link of a server that has no main admin yet.
         */
        get: operations["getRestore"];
        /**
         * Lets the fetched copy take the place of the empty database.
         * @description Once: the link is used up with it. The server then starts again on the copy, which takes a few seconds;
         *     its admins log in as before.
         */
        put: operations["restoreBackup"];
        /**
         * Begins to fetch a copy from a backup, to look at before it is restored.
         * @description Answers at once; `getRestore` has the rest. The copy is restored beside the empty database, brought to this
         *     release and checked; it is deleted when another is fetched, after an hour, and when the server stops.
         */
        post: operations["fetchBackup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells how the certificate of this server is doing, where it serves HTTPS itself. */
        get: operations["getCertificateStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The WireGuard devices of one of the caller's own accounts, its own key first, then by name.
         * @description Its own key is left out where no WireGuard server may carry the account and none ever did. Servers are asked who is connected, for two seconds at most.
         */
        get: operations["listMyDevices"];
        put?: never;
        /**
         * Adds a device with keys and addresses of its own to one of the caller's own accounts.
         * @description The private key is returned here, and again only where the setting keeps such keys. It takes no request key, whose reply would have to be kept; sent twice it is refused, as the name is taken then.
         */
        post: operations["addMyDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/device/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Gives a device of one of the caller's own accounts another name. */
        put: operations["renameMyDevice"];
        post?: never;
        /** Takes a device off one of the caller's own accounts; it is cut off within a second, and the others go on. */
        delete: operations["removeMyDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/device/{deviceId}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a device of one of the caller's own accounts new keys; what was set up with the old ones stops.
         * @description 0 is the account's own key, the only one older servers renew. The other devices go on. The private key is returned here, and again only where the setting keeps such keys. Sent twice, the keys of the second answer hold.
         */
        post: operations["renewMyKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The WireGuard devices of an account, its own key first, then by name.
         * @description Its own key is left out where no WireGuard server may carry the account and none ever did. Servers are asked who is connected, for two seconds at most.
         */
        get: operations["listDevices"];
        put?: never;
        /**
         * Adds a device with keys and addresses of its own to an account.
         * @description The private key is returned here, and again only where the setting keeps such keys. It takes no request key, whose reply would have to be kept; sent twice it is refused, as the name is taken then.
         */
        post: operations["addDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/device/{deviceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Gives a device of an account another name. */
        put: operations["renameDevice"];
        post?: never;
        /** Takes a device off an account; it is cut off within a second, and the others go on. */
        delete: operations["removeDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/device/{deviceId}/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a device of an account new keys; what was set up with the old ones stops.
         * @description 0 is the account's own key, the only one older servers renew. The other devices go on. The private key is returned here, and again only where the setting keeps such keys. Sent twice, the keys of the second answer hold.
         */
        post: operations["renewKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists when the console ended without being asked to, newest first, of the last seven days.
         * @description Empty on PostgreSQL, where a console leaves nothing behind to tell.
         */
        get: operations["listUnexpectedEnds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks for a passkey, to log in with or to show who asks.
         * @description The challenge is good once and for five minutes. The relying party is the address of the page, so none is named. Refused to an address that asks more than 60 times in ten minutes.
         */
        post: operations["beginPasskeyLogIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/passkey/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs a person in by a passkey, in place of password and code.
         * @description Ends the login the session had before, as a login by password does. The passkey must have made sure of the person (user verification). `another address` when the page's origin is neither the site's nor a configured one.
         */
        post: operations["logInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells how the caller's login is protected. */
        get: operations["getFactors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the secret of an authenticator app (RFC 6238) and shows it, once.
         * @description Counts only after `confirmTotp`, within 15 minutes; asked again it makes another. Refused with `already on` while an app is in use.
         */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switches the authenticator app on by a first code, and ends the caller's other sessions.
         * @description Answers ten recovery codes when this is the first factor; they are shown once. Else the ones there are stay.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/totp/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switches the authenticator app off.
         * @description With the last factor the recovery codes go as well.
         */
        post: operations["removeTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes ten recovery codes in place of those before, and shows them once.
         * @description Refused without a word while there is no factor.
         */
        post: operations["newRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the caller's passkeys, oldest first. */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Asks the browser for a new passkey.
         * @description The challenge is good once and for five minutes; another takes its place. A person may have 20 passkeys.
         */
        post: operations["beginPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/passkeys/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps the passkey the browser made, and ends the caller's other sessions.
         * @description Answers ten recovery codes when this is the first factor.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/factors/passkeys/{passkeyId}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forgets a passkey of the caller.
         * @description With the last factor the recovery codes go as well.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/admin/{userId}/factors/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes every factor off another admin who lost the device, and ends that admin's sessions.
         * @description The admin logs in by password alone until there is a new factor. Refused for the caller.
         */
        post: operations["removeAdminFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/factors/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes every factor off a normal user who lost the device, and ends that user's sessions.
         * @description The user logs in by password alone until there is a new factor.
         */
        post: operations["removeUserFactors"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Income, orders and customers of today, and income by day.
         * @description Income is what providers have collected, less what they have paid back, by the moment the books moved. In a large shop as it was up to a minute and a half ago. Admins other than the main one see what is of their group.
         */
        get: operations["getShopFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paidFigures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was paid today and this month, and paid back this month.
         * @description By the moment the books moved. In a large shop as it was up to a minute and a half ago.
         */
        get: operations["getPaidFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/flow/{serverId}/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one of the caller's accounts has used in its current cycle.
         * @description Charged bytes, each server's scale applied: over all servers when the account has one quota, else on this server. For an account without end the last 1095 days. Deployed servers answer for anybody's account; we answer for the caller's own.
         */
        get: operations["getMyFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/flow/{serverId}/{accountId}/lastConnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When one of the caller's accounts was last used on a server.
         * @description The newest sample of more than 100,000 bytes. Deployed servers answer for anybody's account; we answer for the caller's own.
         */
        get: operations["getMyLastConnect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/flow/{serverId}/{accountId}/chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the use of one of the caller's accounts on a server is spread over time.
         * @description Ours; deployed servers have no such call. Times, period and zone as for a server's chart. Charged bytes, each server's scale applied, as everywhere the customer reads; `raw` asks for what was carried. Server 0 stands for all servers together.
         */
        get: operations["getMyFlowChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What all of the caller's accounts have used today, this week and this month.
         * @description Charged bytes, each server's scale applied. Weeks begin on Sunday. Deployed servers begin the month on the last day of the one before; we begin it on its first.
         */
        get: operations["getMyUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/{serverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a server's traffic, or one account's on it, is spread over time.
         * @description With `type`, one window around `time`: an hour in 12 slots of 5 minutes, a day in its hours (24, or one more or less where the clocks change), a week in 7 days from Sunday; `time` is then one moment, and more than one are ignored. Without `type`, n times give n - 1 slots between them. With neither, nothing. Raw bytes, no scale. Hours are kept 7 days in full detail, days 30 days, weeks a year; older windows read 0. Where all times are starts of months in `tz`, months are kept two years, from `monthsSince` of the status on. Another admin may ask for an account of the own group, or for the whole server. With `accountId`, server 0 is all servers together (ours).
         */
        get: operations["getServerFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/{serverId}/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a server's traffic in an hour, a day or a week is spread over accounts.
         * @description Raw bytes, no scale, in no order. Another admin sees only accounts of users of the own group. Deployed servers fail without `type`; we take a day.
         */
        get: operations["listServerFlowByUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/{serverId}/lastHour": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A server's traffic of the last full hour in slots of 5 minutes.
         * @description The last slot ends at the last full 5 minutes. Raw bytes, no scale.
         */
        get: operations["getServerLastHour"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/{serverId}/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an account has used in its current cycle.
         * @description Charged bytes, each server's scale applied: over all servers when the account has one quota, else on this server. For an account without end the last 1095 days.
         */
        get: operations["getAccountFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/{serverId}/{accountId}/lastConnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When an account was last used on a server.
         * @description The newest sample of more than 100,000 bytes.
         */
        get: operations["getAccountLastConnect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/account/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How an account's traffic in an hour, a day or a week is spread over servers.
         * @description Raw bytes, no scale, in no order. Deployed servers fail without `type`; we take a day.
         */
        get: operations["listAccountFlowByServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/flow/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users with the most traffic since midnight, biggest first.
         * @description Raw bytes, no scale; accounts without an owner are left out. Another admin sees only users of the own group.
         */
        get: operations["listTopFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{accountId}/lastConnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When an account was last used on any server.
         * @description The number in the path is an account's, although the path says user. Any sample counts, however small.
         */
        get: operations["getAccountLastConnectAnywhere"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the batches of recharge codes.
         * @description A batch is REVOKED once any of its codes is, otherwise AVAILABLE while one is left, otherwise USEDUP; older servers go by one code of the batch. Only the main admin may read batches here; older servers let every admin.
         */
        get: operations["listGiftcardBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/details/{batchNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads one batch with its codes.
         * @description An unknown batch is not found; older servers answer it with a batch of nulls.
         */
        get: operations["getGiftcardBatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a batch of recharge codes for a plan.
         * @description Codes are 18 hexadecimal characters. Any bad input, an unknown plan too, is `Bad parameters`. Only the main admin may make codes here; older servers let every admin.
         */
        post: operations["createGiftcardBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the unused codes of a batch worthless, for good.
         * @description Used codes stay used. An unknown batch is no error. Only the main admin may revoke codes here; older servers let every admin.
         */
        post: operations["revokeGiftcardBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uses a recharge code for a user.
         * @description The code takes effect at once. The plan must be one the user may buy, as when the user redeems it; older servers do not look. A code that cannot be used is a success with `success` false.
         */
        post: operations["redeemGiftcardForUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/giftcard/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uses a recharge code for the caller.
         * @description The code takes effect at once, or not at all; two calls with one code cannot both succeed. A code that cannot be used is a success with `success` false, an unknown one too, on which older servers fail with 500. Somebody else's account is refused, and so is a flow pack without an account.
         */
        post: operations["redeemGiftcard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/group": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the groups with the number of their users.
         * @description An admin other than the main admin sees the admin's own group only.
         */
        get: operations["listGroups"];
        put?: never;
        /**
         * Creates a group.
         * @description Refused when it names a plan or a notice nobody knows.
         */
        post: operations["createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/group/{groupId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a group. */
        get: operations["getGroup"];
        /** Changes a group. */
        put: operations["editGroup"];
        post?: never;
        /**
         * Deletes a group.
         * @description Refused while users are in it, unless they are to be moved; while another admin is in it, who would come to rule the default group; while new users join it; and for the default group, which older servers pretend to delete. What was announced to this group alone is then announced to nobody.
         */
        delete: operations["deleteGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/group/{groupId}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves a user or an admin into a group.
         * @description Refused when either does not exist.
         */
        post: operations["setUserGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/lights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether each server serves, and what it carries, as last looked at.
         * @description Three lights per server: whether what carries it answers, whether its ports are open, and whether a connection through it, made as a customer's client makes one, came to something. They are looked at every 15 seconds, the third every minute. Ours.
         */
        get: operations["listServerLights"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/{serverId}/outage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When a server's lights were red, as far back as is known.
         * @description Newest first, at most 200. While the first light was red nothing was reported of its traffic: what was counted meanwhile stands where the reports came again. Ours.
         */
        get: operations["listServerOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/outage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the servers of one of the caller's accounts did not report.
         * @description Newest first, at most 200, of the servers the caller may see. Nothing was reported of their traffic then: what was counted meanwhile stands where the reports came again. Ours.
         */
        get: operations["listMyOutages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/service": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the servers customers may see serve, for anybody.
         * @description Only where the base setting `statusPage` is on; elsewhere `isOn` is false and nothing else is said. Names and times only: no address, no count of customers. Ours.
         */
        get: operations["getServiceStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells which rows of a table would be added, and why the others would not.
         * @description A read, although it is a POST. A table is what the downloads of users, accounts and plans are, or one with a heading of one's own: cells separated by commas, semicolons or tabs, quoted where needed. Columns are found by their names; others are ignored. Nothing that is there already is changed: its row is refused. An apostrophe before what would start a formula is taken off.
         *
         *     Users: email (or username), password, group (name or id), createTime, comment, type (`normal`).
         *
         *     Accounts: port, password, user (address of its owner), orderName (a plan, whose terms fill what is empty), type (1 to 5, or `unlimited`, `week`, `month`, `day`, `hour`), expire, flow (bytes, or such as `100G`), server (ids).
         *
         *     Plans: name, base (the plan a flow pack is for, by name or id), shortComment, comment, type (2 to 5, or by name), cycle (1 unless given), alipayCents and paypalCents (whole cents; nothing is not sold this way), flow, refTime and autoRemoveDelay (milliseconds, or such as `3d`), server (ids), portRange, autoRemove, multiServerFlow, changeOrderType and active (0 or 1), group (names or ids, a bar between two).
         *
         *     The main admin imports all of these. Other admins import what their set lets them make one by one, in their own group: users where it has createUser, accounts where it has sellPlan. Such an account needs an owner of the group and a plan, has the terms of the plan, ends no later than the plan lasts, and has one of the plan's ports. Rows over a reseller's limit are refused.
         *
         *     Times are ISO 8601, a day with or without a time as the clocks of the site show it, or seconds or milliseconds since 1970.
         */
        post: operations["previewImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds the rows of a table that can be added, as a job.
         * @description Reads the table as previewImport does and answers at once; the job adds the rows in the background, also over a restart, and undoing it deletes what is as it was added. `expected` is the number that was previewed: when more or fewer rows can be added by now, nothing is done and the call is refused with `table changed`. A user without a password sets one by a mailed link; an account without one gets a random one.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/job": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the work on many that was done last, newest first, at most 50.
         * @description Admins other than the main one see the imports they began in the group they are in, and cancel and undo those.
         */
        get: operations["listJobs"];
        put?: never;
        /**
         * Begins to do something to many.
         * @description Answers at once; the work goes on in the background, also over a restart. `expected` is the number that was previewed: when more or fewer match by now, nothing is done and the call is refused with `selection changed`.
         */
        post: operations["createJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/job/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells whom something would be done to, and to whom it cannot be done.
         * @description A read, although it is a POST.
         */
        post: operations["previewJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/job/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells how far a job is, and where it failed. */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/job/{jobId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a job early; what was done stays done. */
        post: operations["cancelJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/job/{jobId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes back what a job did.
         * @description In the background. What was changed again since stays as it is and counts as failed; so do mails that were sent. What could not be put back because another has its place may be undone once more.
         */
        post: operations["undoJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/macAccount": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every registered MAC address.
         * @description Another admin sees only those of users of the own group.
         */
        get: operations["listMacAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/mac": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The MAC addresses of one user.
         * @description An address whose account is gone, or no longer its owner's, uses the owner's first account.
         */
        get: operations["listUserMacs"];
        /**
         * Changes a registered MAC address, its account and its preferred server.
         * @description The owner stays; a `userId` in the body is ignored.
         */
        put: operations["editMacAccount"];
        post?: never;
        /**
         * Removes a registered MAC address.
         * @description The id stands in the query; one in the body is accepted too.
         */
        delete: operations["deleteMacAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/mac/{mac}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registers a MAC address for a user.
         * @description Deployed servers take any text as the address; we take 12 hex digits.
         */
        post: operations["addMacAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/mac": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's own MAC addresses. */
        get: operations["listMyMacs"];
        put?: never;
        /**
         * Registers a MAC address for the caller; everybody may have one.
         * @description It uses the caller's first account and prefers no server. Refused after ten tries in ten minutes, so that nobody can find out which addresses are registered.
         */
        post: operations["addMyMac"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/mac/{mac}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a router or another program needs to connect, looked up by its MAC address.
         * @description Public, because a router cannot log in; answered only while MAC addresses are switched on, and limited per caller address. Deployed servers print a node's own secret in `base64`; we print the account's password and that server's cipher. The address is found in any spelling.
         */
        get: operations["getMacConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/notice/mac/{mac}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The notices the owner of a MAC address sees.
         * @description Public and limited as the configuration by MAC address.
         */
        get: operations["listMacNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows the text of a mail.
         * @description Refused for an unknown type, which older servers answer with nothing.
         */
        get: operations["getMailTemplate"];
        /** Changes the text of a mail. */
        put: operations["editMailTemplate"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/mailServer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows through which SMTP server mail is sent, and to whom it is not.
         * @description The password is never returned, only whether there is one.
         */
        get: operations["getMailServer"];
        /**
         * Replaces the SMTP server that mail is sent through.
         * @description The whole setting is replaced, except that a password which is left out stays as it is. It cannot stay
         *     when it would go to another server or port, for another user, or less well protected: `password needed`. Turning
         *     encryption on where there was none takes no password.
         */
        put: operations["editMailServer"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/mailServer/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test mail through the SMTP server, and tells what came of it.
         * @description Waits for the server's answer, for 20 seconds at most. The mail is not tried again.
         */
        post: operations["testMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the mails that were sent, wait to be sent or failed, newest first. */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mail/{mailId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a mail again that failed, or one that waits without waiting longer.
         * @description A code or link that is no longer good is not sent again: `too late`. What was sent is not sent twice:
         *     `already sent`.
         */
        post: operations["retryMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accountEnding/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails the owners of accounts that end within a day, with the link that renews each.
         * @description Once for each account and end, however often it is called. Who was warned of this end in the last 24 hours counts as mailed before. Admins other than the main one mail those of their group.
         */
        post: operations["mailEndingAccounts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the latest message of each user, newest first, a page at a time.
         * @description A page is 50 unless `pageSize` says otherwise. Older servers list the newest 50 whatever page, search or order they are asked for; they are known by what they leave out of `getUnreadMessages`.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what a user and the admins wrote each other, oldest first, at most 200. */
        get: operations["listMessages"];
        put?: never;
        /**
         * Writes to a user.
         * @description The message is kept, and delivered through Telegram if the user is bound. Refused with `no picture` where one of its pictures is none, and with `no room` where there are 8,000 pictures of the last 30 days; older ones make room. Pictures are ours.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{userId}/pictures/{pictureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sends a picture of a user's conversation.
         * @description Ours.
         */
        get: operations["getMessagePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/pictures/{pictureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sends a picture of the caller's conversation.
         * @description Ours.
         */
        get: operations["getMyMessagePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what the caller and the admins wrote each other, oldest first, at most 200. */
        get: operations["listMyMessages"];
        put?: never;
        /**
         * Writes to the admins.
         * @description Refused with `too many messages` beyond 20 in a minute, with `too many pictures` beyond 50 in a day, with `no picture` where one of its pictures is none, and with `no room` where all customers together have sent 8,000 pictures in the last 30 days.
         */
        post: operations["sendMyMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{userId}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notes that the admins have read a conversation up to a message.
         * @description Older servers do not have this call.
         */
        post: operations["readMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/messages/{userId}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notes that nothing is left to do in a conversation up to a message, or takes that back.
         * @description Whatever the user writes after that message makes it wait again.
         */
        post: operations["finishConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/savedAnswers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The texts that admins put into messages, in the order of the main admin.
         * @description Ours.
         */
        get: operations["getSavedAnswers"];
        /**
         * Replaces the texts that admins put into messages.
         * @description Ours.
         */
        put: operations["editSavedAnswers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/unreadMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the conversations in which a user wrote something no admin has read, and those in each state.
         * @description Older servers do not have this call, or leave the states and the search out.
         */
        get: operations["getUnreadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notes that the caller has read the conversation up to a message.
         * @description Older servers do not have this call.
         */
        post: operations["readMyMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/messages/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts the messages of admins that the caller has not read.
         * @description Older servers do not have this call.
         */
        get: operations["getMyUnreadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every machine that has joined, by name, with those that were revoked. */
        get: operations["listNodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a link by which one machine may join, once, within 15 minutes.
         * @description With `server` the machine becomes a new node that carries a new server; with `nodeId` it takes the place of a node that is there: after it was reinstalled, or for good on another machine. Only a hash of what lets it join is kept: the command is not shown again.
         */
        post: operations["createNodeInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node/invite/{inviteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a link has come. */
        get: operations["getNodeInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node/{nodeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the name of a node, and how much its machine may carry in a month. */
        put: operations["renameNode"];
        post?: never;
        /**
         * Removes a node that carries no server, and forgets its key.
         * @description A link it has ends at once. What it has reported stays counted, charts stay as they are, and what it may still carry of quotas on its own is no longer kept back for it. The machine can join again by a new line only.
         */
        delete: operations["deleteNode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node/{nodeId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the link of a node at once and never accepts its key again.
         * @description Its servers stay as they are. Another machine, or the same one reinstalled, can take its place by a link with its `nodeId`.
         */
        post: operations["revokeNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/node/{nodeId}/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has a node fetch this console's agent and restart with it.
         * @description Open connections go on. The node's `version` says when it was done.
         */
        post: operations["upgradeNode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what is announced to everybody or to the caller's group, newest first. */
        get: operations["listMyNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists every notice, newest first.
         * @description Articles are not among them. A notice that no group is linked to is, where older servers hide it.
         */
        get: operations["listNotices"];
        put?: never;
        /**
         * Announces something.
         * @description A body with a position, category, category_order or url is saved as an article instead. Refused when it names a group nobody knows.
         */
        post: operations["createNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/notice/{noticeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a notice, or an article.
         * @description Refused for unknown ids, which older servers never answer.
         */
        get: operations["getNotice"];
        /**
         * Changes a notice, or an article, and dates it now.
         * @description A notice for everybody loses the links to groups it had. An article stays one, and keeps what was not sent of it; a notice that is sent a position, category, category_order or url becomes one.
         */
        put: operations["editNotice"];
        /** Does what editNotice does. */
        post: operations["replaceNotice"];
        /** Deletes a notice, or an article. */
        delete: operations["deleteNotice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all plans, each flow pack right after the plan it belongs to.
         * @description Normal plans are sorted by name. `accountNumber` counts the accounts on the plan.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Puts a plan or a flow pack on offer.
         * @description Older servers check nothing and make an empty plan of an empty body; here a plan needs a name and prices, and a normal plan a period as well. Refused when it names a base plan, server or group nobody knows.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/order/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads all plans as a table that an import reads.
         * @description In the order of `listOrders`, with the columns that previewImport names for plans: prices in whole cents, groups by name. Lines end in CRLF, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Ours.
         */
        get: operations["exportPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/order/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Reads one plan; an unknown one is refused. */
        get: operations["getOrder"];
        /**
         * Replaces a plan and, where asked, brings the accounts on it into line.
         * @description Everything is checked before anything is saved, and the accounts follow in the same moment. Older servers demand `changeCurrentAccount` and refuse its absence only after saving; here it may be missing. A plan stays a plan and a flow pack a flow pack. Refused with a word when an account's port does not fit the servers it would get.
         */
        put: operations["editOrder"];
        post?: never;
        /**
         * Takes a plan off the offer.
         * @description Looks for accounts on the plan, then for recharge codes that are still available, then for flow packs, then for orders that are paid and not delivered or may still be paid, and refuses with the first it finds. Groups lose it from their lists; orders that are done keep naming it. The job deletePlan that it leaves can be undone for 30 days. Older servers refuse a plan with flow packs without a word, and let a flow pack go whatever still names it.
         */
        delete: operations["deleteOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/order/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the plans the caller may buy, for a new account or to renew one.
         * @description Leaves out what the caller's group may not buy. A flow pack appears only for an account that is on its base plan and has not expired. An unexpired account whose plan has `changeOrderType` 0 is offered that plan and its packs alone, unless that would leave nothing.
         */
        get: operations["listMyPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/front": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the operator shows to visitors who have not signed up.
         * @description Only where the base setting `frontPage` is on; elsewhere `isOn` is false and nothing else is said. Of the plans only those the operator chose, by name, time, traffic and price. Ours.
         */
        get: operations["getFrontPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists what the caller paid for and was rewarded with, newest first.
         * @description Holds paid orders only, those paid back included, and a recharge code under the time it was used; older servers also list PayPal orders nobody paid, and recharge codes under the time they were made. A way of paying that was switched off is listed, too.
         */
        get: operations["listMyOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/order/qrcode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Places an order to be paid by Alipay.
         * @description An unpaid order of the same caller, account and plan that lives for another 15 minutes is returned again; an order lives for 60 minutes. Refused when Alipay is off or fails, when the plan is unknown, has no Alipay price or is not for the caller's group, when the account is somebody else's (older servers do not look), and for a flow pack without an account.
         */
        post: operations["createAlipayOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/order/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells how far an Alipay order of the caller is.
         * @description An order is paid once it is TRADE_SUCCESS or FINISH, and takes effect within two minutes. An unknown order is refused, and so is somebody else's, which older servers show.
         */
        post: operations["getAlipayOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/paypal/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Places an order to be paid by PayPal.
         * @description An old PayPal library in the browser posts the same as a form, in which the texts `undefined` and `null` mean no account. Refused as for Alipay; older servers do not look whose account it is. An order lives for two hours.
         */
        post: operations["createPaypalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/paypal/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells how far a PayPal order of the caller is.
         * @description PayPal is asked where it is not known to be paid, and what the payer agreed to is collected. An unknown order is refused, and so is somebody else's. Older servers do not have this call.
         */
        post: operations["getPaypalOrderStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/paypal/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Collects a PayPal order the payer agreed to.
         * @description Answers without content; the order takes effect within two minutes. The payer is read from PayPal, whatever `payerID` says. Calling it again for a collected order is no error.
         */
        post: operations["executePaypalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/allOrders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists placed orders of every kind, newest first unless `sort` says otherwise.
         * @description The reply to page 1 carries `maxCreateTime`; sent back with the next pages it keeps orders placed meanwhile from shifting them. Orders of equal age are sorted by kind, then by number. `search` looks into order numbers and user names. Used recharge codes and rewards count as FINISH; PayPal's own states count as CREATE (created), TRADE_SUCCESS (approved), FINISH (finish) or TRADE_CLOSED (every other). Kinds that are switched off are listed, too; older servers leave them out.
         */
        get: operations["listPlacedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/allOrders/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads placed orders of every kind as one table.
         * @description At most 100,000 orders, newest first: orderId, kind, state, status, currency, amount, refunded, username, orderName, port, refTime (milliseconds), createTime, paidTime. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Older servers do not have this call.
         */
        get: operations["exportPlacedOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/allOrders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads one placed order of any kind with all that happened to it.
         * @description Older servers do not have this call.
         */
        get: operations["getPlacedOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/allOrders/{orderId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Looks at an order again at once.
         * @description What is paid and not delivered is delivered if that is possible by now; for what is not paid, the provider is asked. Retrying what is delivered changes nothing. Older servers do not have this call.
         */
        post: operations["retryPlacedOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/allOrders/{orderId}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settles an order whose money went back at the provider, or is disputed there.
         * @description With `shorten` the time that was bought is taken from the account, once for each order, as a refund would; without, the account stays as it is. Either way the order no longer needs review. Repeating it changes nothing. Ours.
         */
        post: operations["reviewPlacedOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/alipay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists Alipay orders.
         * @description Also while Alipay is off; older servers list none then. Always newest first. No `filter` means all; older servers refuse that.
         */
        get: operations["listAlipayOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paypal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists PayPal orders.
         * @description Also while PayPal is off; older servers list none then. Always newest first.
         */
        get: operations["listPaypalOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/refOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists rewards for inviting.
         * @description Always newest first.
         */
        get: operations["listRefOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists orders paid by recharge code.
         * @description Only used codes are orders. Always newest first. `search` and `filter` work; older servers pass over them.
         */
        get: operations["listGiftcardOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/alipay/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all Alipay orders of one user, newest first.
         * @description Also while Alipay is off; older servers list none then.
         */
        get: operations["listUserAlipayOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paypal/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all PayPal orders of one user, newest first.
         * @description Also while PayPal is off; older servers list none then.
         */
        get: operations["listUserPaypalOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/refOrder/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists all rewards for inviting of one user, newest first. */
        get: operations["listUserRefOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all orders paid by recharge code of one user, newest first.
         * @description Only used codes are orders.
         */
        get: operations["listUserGiftcardOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/alipay/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads Alipay orders as a table.
         * @description Comma separated with a heading: orderId, amount, username, orderName, port, status, createTime. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Older servers send the first three columns without a heading.
         */
        get: operations["exportAlipayOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paypal/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads PayPal orders as a table.
         * @description Comma separated with a heading: orderId, amount, username, orderName, port, status, createTime. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Older servers send the text PP.
         */
        get: operations["exportPaypalOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/refOrder/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads rewards for inviting as a table.
         * @description Comma separated with a heading: orderId, username, port, refTime (milliseconds), status, createTime. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Older servers do not have this call.
         */
        get: operations["exportRefOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/giftcard/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads orders paid by recharge code as a table.
         * @description Comma separated with a heading: orderId (the code), username, orderName, port, status, createTime (time of use). Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe. Older servers do not have this call.
         */
        get: operations["exportGiftcardOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/alipay/recentOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the five newest Alipay orders.
         * @description Also while Alipay is off; older servers list none then.
         */
        get: operations["listRecentAlipayOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paypal/recentOrder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the five newest PayPal orders.
         * @description Also while PayPal is off; older servers list none then.
         */
        get: operations["listRecentPaypalOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/alipay/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pays an Alipay order back, wholly or in part.
         * @description The account stays as it is unless `shorten` says otherwise, and so does the status of a delivered order; one that is paid back wholly before it was delivered is closed. Never more than was paid, however often and by however many at once it is asked for. An answer that got lost is asked for again until it is known. Who paid back how much is in the order's history. Open to the main admin and the set `finance`, which sees the orders of its own group.
         */
        post: operations["refundAlipayOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/paypal/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pays a PayPal order back, wholly or in part.
         * @description The account stays as it is unless `shorten` says otherwise, and so does the status of a delivered order; one that is paid back wholly before it was delivered is closed. Never more than was paid, however often and by however many at once it is asked for. An answer that got lost is asked for again until it is known. Who paid back how much is in the order's history. Open to the main admin and the set `finance`, which sees the orders of its own group.
         */
        post: operations["refundPaypalOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/alipay/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a notice from Alipay about an order.
         * @description Registered at Alipay, so the path stays. The signature covers every field. A notice is believed only if signature, app, seller, order and amount are right; anything else is answered `error`, with status 200. Repeating a notice changes nothing.
         */
        post: operations["receiveAlipayNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/paypal/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a notice from PayPal as a reason to ask PayPal.
         * @description Nothing in a notice is believed: what became of the order it names is asked at PayPal, a few times a minute at most. An order the payer agreed to is collected, should the payer not come back. What went back at PayPal is booked, and a dispute is noted.
         */
        post: operations["receivePaypalNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/provider/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows how one way of paying is set up.
         * @description Our private key and client secret are never returned, only whether there is one.
         */
        get: operations["getProvider"];
        /**
         * Replaces how one way of paying is set up.
         * @description The whole setting is replaced, except that a private key or client secret which is left out stays as it
         *     is. A secret cannot stay when it would be sent to another address: `secret needed`. What is switched on
         *     must be complete: `incomplete`. Keys are read with and without the lines around them, PKCS#1 and PKCS#8;
         *     the site's own public key in place of Alipay's is the most common slip and has a word of its own.
         */
        put: operations["editProvider"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/provider/{provider}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks the provider something harmless with the keys that are kept, and tells what came of it.
         * @description Alipay is asked about a trade that does not exist and must say so, signed; PayPal must let us in and say the
         *     same. Takes at most 10 seconds. The result is kept until the setting changes.
         */
        post: operations["testProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/push/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Registers a browser for push notifications.
         * @description Keeps the browser for the caller, with what it wants to hear of and in which language. A browser that is known has its owner, keys and choices replaced; without `kinds` it keeps the choices it had, or wants everything. From a visitor, and from a customer whose console sends no `kinds` (older ones), the call removes the browser, and succeeds. A person keeps the twenty browsers that were registered last.
         */
        post: operations["registerPushClient"];
        /**
         * Removes a browser from push notifications.
         * @description Older consoles name the browser in the query; a body keeps its address out of logs. An unknown browser, or none, succeeds.
         */
        delete: operations["removePushClient"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/push/client/{device}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows what one of the caller's browsers wants to hear of.
         * @description Refused for a browser that is not registered, or is somebody else's.
         */
        get: operations["getPushClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/push/client/{device}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a notification to one of the caller's browsers.
         * @description Answers once the push service has taken it. Refused for an unknown browser, for one its push service has given up (which is then forgotten), when the push service does not take it, and beyond five in a minute.
         */
        post: operations["sendTestPush"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the key a browser subscribes with. */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/ref/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the caller's referral codes that have free places.
         * @description Makes the codes a user is owed if some are missing and inviting is on.
         */
        get: operations["listMyRefCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/ref/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the users the caller invited, newest first. */
        get: operations["listMyRefUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the calling admin's own referral codes that have free places. */
        get: operations["listAdminRefCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the users the calling admin invited, newest first. */
        get: operations["listAdminRefUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/code/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists every referral code of a user, full ones too.
         * @description Makes the codes the user is owed if some are missing and inviting is on. Other admins see users of their own group.
         */
        get: operations["listUserRefCodes"];
        put?: never;
        /** Gives a user more referral codes. */
        post: operations["createUserRefCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the users a user invited, newest first. */
        get: operations["listUserRefUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/{userId}/{refUserId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Forgets that one user invited another.
         * @description The place becomes free, the group of the invited user stays. Refused when there is nothing to forget.
         */
        delete: operations["deleteReferral"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/ref/{codeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Deletes a referral code and the referrals made with it. */
        delete: operations["deleteRefCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists everybody's referral codes, newest first, a page at a time.
         * @description A search looks into the code.
         */
        get: operations["listRefCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/code/{codeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows a referral code. */
        get: operations["getRefCode"];
        /**
         * Changes how many users a referral code may invite.
         * @description Those who came stay, even where they are more.
         */
        put: operations["editRefCode"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists who invited whom, newest first, a page at a time.
         * @description A search looks into both e-mail addresses and the code.
         */
        get: operations["listReferrals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/searchSourceUser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds users and admins who may have invited somebody, by a part of their name.
         * @description At most 100, and never the main admin.
         */
        post: operations["searchSourceUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/searchRefUser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds normal users whom nobody invited, by a part of their name.
         * @description At most 100.
         */
        post: operations["searchRefUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref/{sourceId}/{refId}/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records that one user invited another with a code.
         * @description Refused when both are the same user, the code is not the inviting user's or has no free place, or the other one was already invited; without a word when the invited is no normal user. The group of the invited user stays. Older servers fill a code beyond its places.
         */
        post: operations["createReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Finds people, accounts, orders, recharge codes, servers, plans and articles by what is known of them.
         * @description At most 5 of each kind: what is exactly so first, then what begins so, then what contains it. People are found by name, address and comment; accounts by port and by owner; orders and recharge codes by number; the rest by name. Other admins find what belongs to their own group, and articles.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The servers the caller may connect to, by name.
         * @description Those that at least one of the caller's accounts may use, or all of them when the account setting shows every server; none for a caller without an account. Servers tagged `#hide` or `#_hide` are left out. `host` is one of the server's names, picked again for each call.
         */
        get: operations["listMyServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every server, by name.
         * @description With `status` each server is asked too, all at once and for at most 10 seconds. Deployed servers take any text for yes, even false; we read the value. Another admin gets `port` null and an empty `password`, so that a node's secret stays with the main admin.
         */
        get: operations["listServers"];
        put?: never;
        /**
         * Adds a server after reaching it.
         * @description A node agent is asked first what it is, for 10 seconds at most: an agent of the deployed manager in its three kinds, or the manager of shadowsocks-libev or shadowsocks-rust, which have no password. An embedded server needs no asking, unless it is WireGuard: then its machine is asked whether it can carry it, and its keys are made. A type or cipher that the agent cannot carry is bad input. A machine that has joined is asked whether it is there. Deployed servers never answer when the body is wrong; we answer 400.
         */
        post: operations["createServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/freeShift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A port shift that a new server on a machine of ours can have.
         * @description Looks at the accounts and servers there are, and at the ports that accounts are given. 0 when it found none; adding the server is then refused. Older servers do not have this call.
         */
        get: operations["getFreeShift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/wireguard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Whether a machine of ours can carry WireGuard with this port and network.
         * @description A read, although it is a POST. Asks the machine, for a few seconds at most, and looks at the servers and accounts there are. The suggestion is one that nothing known is in the way of, also where the machine is away. Older servers do not have this call.
         */
        post: operations["checkWireGuard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/{serverId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One server, with the ports it has open.
         * @description Deployed servers answer 500 when the server cannot be reached; we answer it with `status` -1 and no ports, so that it can still be edited. Another admin gets `port` null, an empty `password`, and only the ports of accounts of the own group.
         */
        get: operations["getServer"];
        /**
         * Changes a server after reaching it.
         * @description The body is the whole server, as for a new one. A node agent is asked again when it is reached in another way than before, and a machine that is to carry WireGuard when network or port change, and so is a machine of ours that the server moves to. The keys of WireGuard on a machine of ours stay; `net`, `net6`, `wgPort`, `dns` and `mtu` stay when they are left out. A changed shift closes all old ports before the new ones open. Deployed servers never answer when the body is wrong; we answer 400.
         */
        put: operations["editServer"];
        post?: never;
        /**
         * Deletes a server and closes its ports.
         * @description Deployed servers leave the ports open. We close them first; a server that does not answer is deleted all the same. What accounts have used on it stays in their totals.
         */
        delete: operations["deleteServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/server/{serverId}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What would miss a server if it were deleted.
         * @description Changes nothing. Older servers do not have this call.
         */
        get: operations["getServerUse"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tags of one server, or all tags in use.
         * @description `#hide` keeps a server from users and subscriptions, `#pause` stops the account checker there; `#autohide` and `#autopause` let the health check set `#_hide` and `#_pause` while the server is away. Anything else is a free label.
         */
        get: operations["listTags"];
        /** Replaces the tags of one server. */
        put: operations["setTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells who is logged in and how the site is configured.
         * @description Without a session the answer has no `status`. For a normal user the call also counts as a login.
         *     Refused, and the session ended, when the session's user is gone.
         */
        get: operations["getStatus"];
        put?: never;
        /**
         * Logs in by e-mail and password.
         * @description Ends the login the session had before, whatever comes of this one, and starts a new session id.
         *     After five wrong passwords for one user within 60 seconds, or 20 within an hour, their network has to wait for
         *     the rest of that time; networks from which the user has not logged in before together have 100 an hour. After
         *     20 logins that failed within 60 seconds, whatever the address, a network has to wait as well.
         *     `user not exists` is answered sooner than a wrong password: it says in words who is registered, as the
         *     specification asks. Should the word ever go, the time has to become the same, too.
         *     A person who has switched on a second factor also sends a `code`; without one the right password is refused with
         *     `second factor required`. A code works once, also when sent several times at the same moment.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the login of this session. */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a user from an e-mail address and the code that was mailed to it, and logs the user in.
         * @description A code works once and for ten minutes. The user, the account a new user is given and the referral are
         *     made together or not at all; a referral code that does not hold is ignored. A network may try a code five
         *     times. Failures without a word of their own are refused without one.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a sign-up code to an address.
         * @description Answers success without a second mail while a code of the last ten minutes is on its way, and never tells
         *     whether the address is already registered: then the mail says so instead of a code. The referral code counts only while registration is closed.
         */
        post: operations["sendCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/password/sendEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a link that sets a new password.
         * @description One link per user in ten minutes.
         */
        post: operations["sendResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells whether a reset link still works. */
        get: operations["checkResetToken"];
        put?: never;
        /**
         * Sets a new password with a reset link.
         * @description A link works once and for ten minutes; unlike older servers this one checks that here too, and ends the user's other sessions.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/macLogin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs in as the owner of a registered device.
         * @description Works only while the site lets users register devices, because knowing the address is enough to log in. The session reads the accounts, their traffic and the announcements; everything else is refused with 403. Older servers open everything.
         */
        post: operations["logInByMac"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/telegram/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs in with the link the Telegram bot handed out.
         * @description A link works once and for five minutes.
         */
        post: operations["logInByTelegram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/ref/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tells whether a referral code still has a free place, and counts the visit if it has.
         * @description Refused to an address that tries more than 30 unknown codes in ten minutes.
         */
        post: operations["visitReferral"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells whether the link that creates the main admin still works.
         * @description The server prints the link at its first start. It works until the main admin exists.
         */
        get: operations["getSetup"];
        put?: never;
        /** Creates the main admin, names the site and logs the admin in. */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists where the caller is logged in, this session first, then the one that began last. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{sessionId}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs the caller out of another session; its browser is no longer notified.
         * @description Refused for this session (that is `logOut`), for one that has ended, and for somebody else's.
         */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Logs the caller out everywhere but here. */
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs a normal user out everywhere; those browsers are no longer notified.
         * @description Password, second step and what the user connects with stay. Refused for admins and unknown ids.
         */
        post: operations["endUserSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/admin/{userId}/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs another admin out everywhere; those browsers are no longer notified.
         * @description Refused for the caller (that is `endOtherSessions`), for normal users and unknown ids.
         */
        post: operations["endAdminSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/base": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows the name, looks and language of the site. */
        get: operations["getBaseSetting"];
        /**
         * Replaces the name, looks and language of the site.
         * @description The whole setting is replaced; nothing is kept of the one before.
         */
        put: operations["editBaseSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/firstSteps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says whether the first steps of a new shop were put away, and whether an account has ever been used.
         * @description Ours.
         */
        get: operations["getFirstSteps"];
        /**
         * Puts the first steps of a new shop away, on every device, or shows them again.
         * @description Ours.
         */
        put: operations["editFirstSteps"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/home/brand/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A picture of the site, by the name of its content, which never changes.
         * @description PNG. Ours.
         */
        get: operations["getBrandPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/brand/{part}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the logo or the icon of the site.
         * @description The browser has drawn the sizes. An icon is sent in all its sizes, a logo in one. Each is parsed: only PNG of the right size is taken, and only what is drawn is kept of it. Ours.
         */
        put: operations["editBrand"];
        post?: never;
        /**
         * Removes the logo or the icon of the site.
         * @description Ours.
         */
        delete: operations["removeBrand"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/appFile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of apps that this server hands out under `/apps/`.
         * @description Ours.
         */
        get: operations["listAppFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/appFile/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Takes a piece of a file of an app, which replaces an older file of its name when it is whole.
         * @description Pieces come one after the other. The answer says how much is there, from where the next piece goes on, also after a network that failed: a piece that comes twice, or too early, changes nothing. What is not whole after a day is dropped. Ours.
         */
        put: operations["uploadAppFile"];
        post?: never;
        /**
         * Removes a file of an app.
         * @description Ours.
         */
        delete: operations["removeAppFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what users may do and what a new user is given. */
        get: operations["getAccountSetting"];
        /**
         * Replaces what users may do and what a new user is given.
         * @description The whole setting is replaced; nothing is kept of the one before. Refused when the port range ends before it starts.
         */
        put: operations["editAccountSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows what a new plan of each period starts from. */
        get: operations["getPaymentSetting"];
        /**
         * Replaces what a new plan of each period starts from.
         * @description The whole setting is replaced; nothing is kept of the one before.
         */
        put: operations["editPaymentSetting"];
        /** Does what editPaymentSetting does. */
        post: operations["replacePaymentSetting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/ref": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows how users may invite others. */
        get: operations["getRefSetting"];
        /**
         * Replaces how users may invite others.
         * @description The whole setting is replaced; what is left out is as on a new site.
         */
        put: operations["editRefSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tells whether the server has room to save things. */
        get: operations["getStorage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/{accountId}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The token of an account's subscription link, made on first use. */
        get: operations["getMySubscription"];
        /**
         * Makes a new token; links with the old one stop working.
         * @description Deployed servers never answer for somebody else's account; we answer 403.
         */
        put: operations["renewMySubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/account/{accountId}/subscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The token of any account's subscription link, made on first use. */
        get: operations["getAccountSubscription"];
        /**
         * Makes a new token for any account; links with the old one stop working.
         * @description Deployed servers have no such call.
         */
        put: operations["renewAccountSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/account/subscribe/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The account's servers in a form client apps can import.
         * @description Public, because apps fetch it; the token alone gives access to the account. Also answered for an account that has expired, is not active or is over its quota. 404 while subscriptions are switched off, 403 for an unknown token and for a caller who tried too many of them. A MAC address in place of the token works in any spelling, only while MAC addresses are switched on, and whether subscriptions are on or not. WireGuard servers appear only in the types mihomo and singbox, and only where the account's port has an address. A server whose cipher the type does not know is left out. A browser that opens the link is shown a page, whatever the type: use, end, the apps to add it to, and its code. Deployed servers answer an unknown type with nothing usable; we refuse it. Names of servers are made unique.
         */
        get: operations["getSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/profile/{app}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The template from which profiles for an app are made, and the standard one.
         * @description Ours.
         */
        get: operations["getProfileTemplate"];
        /**
         * Replaces the template of an app; an empty one is the standard profile.
         * @description `{servers}` in the list of a group stands for the servers of the account, `{servers:Tokyo,Osaka}` for those with one of these words in their name. A template that apps would refuse, or that leads to no server, is refused. Links of type mihomo follow it, and those of type singbox for sing-box 1.12 and later. Ours.
         */
        put: operations["editProfileTemplate"];
        /**
         * Shows what is wrong with a template, or the profile made from it.
         * @description The profile of an account that may use every visible server, with an example's password and key. Nothing is saved. Ours.
         */
        post: operations["previewProfileTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/telegram/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells what to send the bot to bind the caller's Telegram account, or which one is bound.
         * @description The code stays the same for 120 seconds and works once. Refused while there is no bot.
         */
        get: operations["getMyTelegramCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/telegram/unbind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets go of the caller's Telegram account.
         * @description Refused when none is bound.
         */
        post: operations["unbindMyTelegram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/telegram/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells what to send the bot to bind the calling admin's Telegram account, or which one is bound.
         * @description The code stays the same for 120 seconds and works once. Refused while there is no bot.
         */
        get: operations["getAdminTelegramCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/telegram/unbind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets go of the calling admin's Telegram account.
         * @description Refused when none is bound.
         */
        post: operations["unbindAdminTelegram"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/telegram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells which bot speaks for the site, and what keeps it from doing so.
         * @description The bot's token is never returned. Deployed servers read it from a file and have no such call.
         */
        get: operations["getTelegramSetting"];
        /**
         * Takes another bot, or none.
         * @description The token is tried out first; the setting stays as it is when Telegram does not know the bot or cannot be reached.
         */
        put: operations["editTelegramSetting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/telegram/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message to the calling admin's Telegram chat.
         * @description Refused when there is no bot, when no chat is bound, and when Telegram does not deliver.
         */
        post: operations["testTelegramSetting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists users, a page at a time.
         * @description The main admin is never listed. A search looks into name and comment, within the other filters. `state`, `plan` and `endsWithin` are about the account a row shows, of the accounts the one that ends last, and leave admins out. By payment: by yuan, then by dollars. By state: usable, inactive, over, banned, expired. Those who have nothing to be sorted by come last either way.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Downloads users as a table.
         * @description Those `listUsers` would list, at most 100,000, oldest first: id, username, email, type, group, createTime, lastLogin, accounts, paidCNY, paidUSD (less refunds), comment. Lines end in CRLF, times are ISO 8601 in UTC, a byte order mark comes first, and a cell that would start a formula gets a leading apostrophe.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/recentSignUp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the normal users who signed up last, newest first. */
        get: operations["listRecentSignUps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/recentLogin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the normal users who logged in last, newest first. */
        get: operations["listRecentLogins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/getUserCountData": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts users, sign-ups, logins and paying users day by day.
         * @description Covers the last 30 days by default, and the last 366 days at most; days are those of the zone `tz`, else of the server's. Also answered as `/api/admin/user/getUserCountData`.
         */
        get: operations["getUserCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shows a normal user with the accounts the user owns.
         * @description Refused for admins and unknown ids. Unlike older servers this one never sends password hashes or reset tokens.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Deletes a user or an admin, with the devices they registered.
         * @description Refused for the main admin, for unknown ids, while the user still owns accounts, and while something the user paid for is not delivered. Their orders stay in the books. Only the main admin deletes admins.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/admin/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows an admin other than the main admin. */
        get: operations["getAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a user without an account.
         * @description An admin other than the main admin always creates a normal user of the admin's own group. The name must be an e-mail address, because only addresses can log in.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/admin/{userId}/permissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets what an admin other than the main admin may do, and how much.
         * @description Takes effect with the admin's next call. A limit that is left out is none; `plans` left out are all plans. Limits are for `reseller` only. Refused for users, the main admin and unknown ids, and for plans that are gone.
         */
        put: operations["setPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a normal user a plan that was paid for elsewhere.
         * @description A new account on a free port, or with `accountId` more time for an account of this user. It is no order. For the main admin and for resellers, within the limits of the reseller: the plan must be one of theirs, and the quotas of a cycle of all accounts of their customers may not exceed `maxTraffic`. Extra traffic and plans without a period are refused.
         */
        post: operations["sellPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/comment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes what the admins noted about a user. */
        put: operations["editUserComment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/sendEmail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a normal user.
         * @description Refused for admins and unknown ids. The mail is sent within a minute; the outbox tells what became of it. Refused with `too many mails` beyond 5 in an hour to one mailbox, and beyond 100 in a day for other admins than the main one.
         */
        post: operations["sendUserEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists everything a normal user ordered, of every kind, newest first, and what was paid in all.
         * @description Refused for admins and unknown ids.
         */
        get: operations["listUserOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Gives a normal user another password and ends all sessions of the user.
         * @description Refused for admins and unknown ids.
         */
        put: operations["setUserPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/see": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets this session see the console as a customer sees it, for at most 15 minutes.
         * @description From then on the session's calls are answered as the customer's. Only reads without an effect are; everything
         *     else is refused with `viewing only`, until `stopSeeing`, a logout, the end of the time, or until the admin might
         *     no longer begin it. Calls name the customer in the header `Seen-Customer`. Refused for admins and unknown ids.
         *     Beginning and end are in the audit log.
         */
        post: operations["seeAsCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/seeing/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends what `seeAsCustomer` began.
         * @description Answers success also where nothing is to be ended.
         */
        post: operations["stopSeeing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/resetLink": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a normal user a link that sets a new password.
         * @description Refused for admins and unknown ids. The link holds for ten minutes, in which no other is sent.
         */
        post: operations["sendUserResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/user/{userId}/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Gives an account to a user.
         * @description An account of somebody else moves to this user. Refused for admins and unknown ids, and while a device of the owner until now uses the account. Another admin may give accounts of nobody and of the own group.
         */
        put: operations["assignAccount"];
        post?: never;
        /**
         * Takes an account away from its owner.
         * @description Refused when the account is not this user's, and while one of the user's devices uses it.
         */
        delete: operations["unassignAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the caller's password and ends the caller's other sessions.
         * @description Five wrong passwords within 60 seconds stop this session for the rest of them; logins count apart.
         */
        post: operations["changeMyPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/setting/changePassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the calling admin's password and ends the admin's other sessions.
         * @description Five wrong passwords within 60 seconds stop this session for the rest of them; logins count apart.
         */
        post: operations["changeAdminPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/user/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes the calling normal user, with their accounts; their orders stay in the books.
         * @description Ends every session, and closes what was ordered and not paid. Refused with `unfinished order exists` while something that was paid for is not delivered, or is under review at PayPal. Payments that arrive later are shown to the operator, to be sent back.
         */
        post: operations["deleteMe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Id: number;
        /** @description Names the state that was read; another state has another name. Sent back with a change, the change is refused with 409 `changed meanwhile` when somebody else's came first. Without it the last change wins. */
        Revision: string;
        /**
         * Format: int64
         * @description Traffic in bytes.
         */
        Bytes: number;
        /**
         * Format: int64
         * @description Milliseconds since 1970, UTC.
         */
        Time: number;
        /**
         * Format: int64
         * @description Milliseconds.
         */
        Duration: number;
        /** @enum {integer} */
        Flag: 0 | 1;
        FlagInput: (0 | 1) | boolean;
        /** @enum {string} */
        Period: "hour" | "day" | "week";
        /** @description A TCP and UDP port number. */
        Port: number;
        /**
         * @description How an account counts time: 1 without end, 2 week, 3 month (30 days), 4 day, 5 hour.
         * @enum {integer}
         */
        AccountType: 1 | 2 | 3 | 4 | 5;
        /** @description A proxy password: printable ASCII without quotes and backslash, because node agents hand it to their engine unescaped. */
        AccountPassword: string;
        /**
         * @description Why an account can be used or not: `open` in time and under its quota, `unlimited` open and without end, `inactive` bought but not started, `expired` past its end, `over` quota used up until the next cycle, `banned` on every server it may use, `pending` its first cycle has not begun.
         * @enum {string}
         */
        AccountState: "open" | "unlimited" | "inactive" | "expired" | "over" | "banned" | "pending";
        /**
         * @description Whether a client can connect with an account right now, and if not, why: `open` it can; `inactive`, `pending`, `expired`, `over` and `banned` as in the account's state, `over` and `banned` for one server; `portTaken` another program holds the port; `portFailed` the port could not be opened, or the shift leads beyond the last one; `unsupported` the engine does not know the server's cipher, or the node agent cannot carry the account's password or port; `serverDown` the server does not answer; `unreachable` the port is open, and nothing gets through it, as the server's third light says; `paused` nothing is opened on the server by its tag; `opening` the port was asked for and is not open yet; `noServer` there is no server it may use. Its owner reads `serverDown` for whatever is wrong with a server.
         * @enum {string}
         */
        ConnectionState: "open" | "inactive" | "pending" | "expired" | "over" | "banned" | "portTaken" | "portFailed" | "unsupported" | "serverDown" | "unreachable" | "paused" | "opening" | "noServer";
        /** @description Whether a client can connect with an account on one server right now. */
        AccountConnection: {
            serverId: components["schemas"]["Id"];
            /** @description The server's. */
            name: string;
            state: components["schemas"]["ConnectionState"];
            /**
             * Format: int64
             * @description When it opens by itself, in ms: the end of a ban, the next cycle, the first one. Null when nobody knows or somebody has to do something.
             */
            until: number | null;
            /** @description What the engine said of a port that failed, or the cause of the third light of a server that is `unreachable`; not for its owner. */
            reason?: string;
            /** @description Whether connections get through and datagrams (UDP) do not, as calls, games and HTTP/3 need them. Only while it is `open`; absent where UDP works or was not tried. */
            lacksUdp?: boolean;
        };
        /** @description The connections of an account in one word: `open` when all is well with the account, else what closes it on most servers. While it opens on some, only what concerns the account itself counts (`over`, `banned`, `portTaken`, `portFailed`), not the troubles of a whole server. */
        ConnectionSummary: {
            state: components["schemas"]["ConnectionState"];
            /** @description How many servers it may use. */
            servers: number;
            /** @description On how many of them a client can connect. */
            open: number;
            /** @description On how many of them `state` holds. */
            affected: number;
            /**
             * Format: int64
             * @description The first of these that opens by itself, in ms; null for none.
             */
            until: number | null;
        };
        /** @description Quota and time of an account. An account without end has none of it, or only `flow`. */
        AccountData: {
            /** @description Start of the first counted cycle. */
            create?: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Quota in bytes per cycle; 0 or less means no quota.
             */
            flow: number;
            /** @description Number of cycles. */
            limit?: number;
            /**
             * Format: int64
             * @description End of the last cycle, milliseconds since 1970 UTC; null without an end.
             */
            expire?: number | null;
            /** @description Start of the current cycle; cycles keep rolling after the end. */
            from?: components["schemas"]["Time"];
            /** @description End of the current cycle. */
            to?: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Bytes of flow packs bought in the current cycle, on top of `flow`; less what a last cycle that ends early lacks, so it may be below zero.
             */
            flowPack?: number;
        };
        /** @description One account in full, as an admin's account page and its owner see it. */
        Account: {
            revision?: components["schemas"]["Revision"];
            id: components["schemas"]["Id"];
            type: components["schemas"]["AccountType"];
            /** @description The plan it came from, 0 for none. */
            orderId: number;
            /** @description Name of that plan; its owner sees it only when the account setting shows plan names. */
            orderName?: string | null;
            /** @description The owner's id, null for none. */
            userId: number | null;
            /** @description Ids of the servers it may use, null for all. */
            server: components["schemas"]["Id"][] | null;
            /** @description Base port; the port on a server is this plus the server's shift. */
            port: components["schemas"]["Port"];
            /** @description The proxy password. */
            password: string;
            /** @description WireGuard keys, `public:private` or only `public`; null when not made yet. */
            key: string | null;
            data: components["schemas"]["AccountData"] | null;
            /** @description Always 0, unused. */
            status: number;
            /** @description Whether it is deleted after its end. */
            autoRemove: components["schemas"]["Flag"];
            /** @description How long after its end it is deleted. */
            autoRemoveDelay: components["schemas"]["Duration"];
            /** @description 1 for one quota over all servers, 0 for one quota per server. */
            multiServerFlow: components["schemas"]["Flag"];
            /** @description 0 for bought but not started. */
            active: components["schemas"]["Flag"];
            /** @description The owner's e-mail, null for none. */
            user: string | null;
            /** @description The public part of `key`, empty for none. */
            publicKey: string;
            /** @description The private part of `key`, empty for none. */
            privateKey: string;
            /** @description Id of the least busy server it may use. */
            idle?: number | null;
            /** @description Bytes charged in the current cycle, each server's scale applied; the sum over all servers, or the largest of them when every server has its own quota. Ours. */
            flowUsed?: components["schemas"]["Bytes"];
            /** @description Ours. */
            state?: components["schemas"]["AccountState"];
            /** @description When it was last used on any server, 0 for never. Ours. */
            lastConnect?: components["schemas"]["Time"];
            /** @description Id of the server where that was, null for never. Ours. */
            lastServer?: number | null;
            /** @description Ours. */
            connection?: components["schemas"]["ConnectionSummary"];
            /** @description One entry for each server it may use and the caller may see, by name. Ours. */
            connections?: components["schemas"]["AccountConnection"][];
        };
        /** @description An account as far as its state needs it. The fields are those of `AccountRow`. */
        AccountOfUser: {
            id: components["schemas"]["Id"];
            userId: components["schemas"]["Id"];
            port: components["schemas"]["Port"];
            orderName: string | null;
            type: components["schemas"]["AccountType"];
            active: components["schemas"]["Flag"];
            data: components["schemas"]["AccountData"] | null;
            flowUsed: components["schemas"]["Bytes"];
            state: components["schemas"]["AccountState"];
            connection: components["schemas"]["ConnectionSummary"];
        };
        /** @description One account in a list. Lists differ in how much of `data` they work out; the page of accounts gives `expire`, the full list also `from` and `to`. */
        AccountRow: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["AccountType"];
            /** @description The plan it came from, 0 for none. */
            orderId: number;
            /** @description Name of that plan; the page of accounts of a deployed server leaves it out. */
            orderName?: string | null;
            /** @description The owner's id, null for none. */
            userId: number | null;
            /** @description Ids of the servers it may use, null for all. */
            server: components["schemas"]["Id"][] | null;
            /** @description Base port; the port on a server is this plus the server's shift. */
            port: components["schemas"]["Port"];
            /** @description The proxy password. */
            password: string;
            /** @description WireGuard keys, `public:private` or only `public`; null when not made yet. */
            key: string | null;
            data: components["schemas"]["AccountData"] | null;
            /** @description Always 0, unused. */
            status: number;
            /** @description Whether it is deleted after its end. */
            autoRemove: components["schemas"]["Flag"];
            /** @description How long after its end it is deleted. */
            autoRemoveDelay: components["schemas"]["Duration"];
            /** @description 1 for one quota over all servers, 0 for one quota per server. */
            multiServerFlow: components["schemas"]["Flag"];
            /** @description 0 for bought but not started. */
            active: components["schemas"]["Flag"];
            /** @description The owner's e-mail, null for none. */
            user: string | null;
            /** @description Bytes charged in the current cycle, as on the account itself. Ours. */
            flowUsed?: components["schemas"]["Bytes"];
            /** @description Ours. */
            state?: components["schemas"]["AccountState"];
            /** @description When it was last used on any server, 0 for never. Ours. */
            lastConnect?: components["schemas"]["Time"];
            /** @description Ours. */
            connection?: components["schemas"]["ConnectionSummary"];
        };
        NewAccount: {
            /**
             * @description 1 without end, 2 week, 3 month, 4 day, 5 hour; 6 and 7 are taken as 3.
             * @enum {integer}
             */
            type: 1 | 2 | 3 | 4 | 5 | 6 | 7;
            /** @description The plan it counts as, 0 or left out for none. */
            orderId?: number;
            /** @description Base port; must be free. */
            port: components["schemas"]["Port"];
            password: components["schemas"]["AccountPassword"];
            /**
             * Format: int64
             * @description Start of the first cycle, milliseconds since 1970 UTC; left out for now.
             */
            time?: number;
            /** @description Number of cycles, at least 1; left out for 1. An account without an end ignores it, also a 0. */
            limit?: number;
            /**
             * Format: int64
             * @description Quota in bytes per cycle; 0 for no quota. Left out for 1,000,000,000, and for none when the account has no end.
             */
            flow?: number;
            /** @description Delete it after its end. */
            autoRemove?: components["schemas"]["FlagInput"];
            /**
             * Format: int64
             * @description How long after its end, in milliseconds; at most ten years.
             */
            autoRemoveDelay?: number;
            /** @description One quota over all servers instead of one per server. */
            multiServerFlow?: components["schemas"]["FlagInput"];
            /** @description Ids of the servers it may use; null or left out for all. */
            server?: components["schemas"]["Id"][] | null;
            /** @description The owner's id; null or left out for nobody. */
            user?: number | null;
        };
        /** @description What is left out stays as it is. */
        AccountChange: {
            revision?: components["schemas"]["Revision"];
            /**
             * @description 1 without end, 2 week, 3 month, 4 day, 5 hour; 6 and 7 are taken as 3.
             * @enum {integer}
             */
            type?: 1 | 2 | 3 | 4 | 5 | 6 | 7;
            /** @description The plan it counts as, 0 for none. */
            orderId?: number;
            /** @description Base port; must be free or its own. */
            port?: components["schemas"]["Port"];
            /** @description Applied when it differs; then it must be as for a new account. An old password is accepted back as it is. */
            password?: string;
            /**
             * Format: int64
             * @description Start of the first cycle, milliseconds since 1970 UTC.
             */
            time?: number;
            /** @description Number of cycles, at least 1; an account without an end ignores it, also a 0. */
            limit?: number;
            /**
             * Format: int64
             * @description Quota in bytes per cycle; 0 for no quota.
             */
            flow?: number;
            /** @description Delete it after its end. */
            autoRemove?: components["schemas"]["FlagInput"];
            /**
             * Format: int64
             * @description How long after its end, in milliseconds; at most ten years.
             */
            autoRemoveDelay?: number;
            /** @description One quota over all servers instead of one per server. */
            multiServerFlow?: components["schemas"]["FlagInput"];
            /** @description Ids of the servers it may use; null for all. */
            server?: components["schemas"]["Id"][] | null;
            /** @description Also set what it has used back to nothing. */
            cleanFlow?: components["schemas"]["FlagInput"];
        };
        /** @description Which page of which accounts, in which order. */
        AccountQuery: {
            /** @description From 1; left out for 1. */
            page?: number;
            /** @description Left out for 20. */
            pageSize?: number;
            /** @description Text that the owner's e-mail (in any letter case), the port, the password or the MAC address contains. */
            search?: string;
            /**
             * @description Left out for `port_asc`. Accounts without an end come last in `expire_asc` and first in `expire_desc`. By `used`, the bytes of the cycle, and `seen`, when they last connected, they are sorted as they were up to a minute and a half ago, as by the name of their `user` and `plan`, where those without one come last; these four are ours.
             * @enum {string}
             */
            sort?: "port_asc" | "port_desc" | "expire_asc" | "expire_desc" | "used_asc" | "used_desc" | "seen_asc" | "seen_desc" | "user_asc" | "user_desc" | "plan_asc" | "plan_desc";
            filter?: components["schemas"]["AccountFilter"];
        };
        /** @description What a list of accounts is limited to. */
        AccountView: {
            search?: string;
            filter?: components["schemas"]["AccountFilter"];
        };
        AccountCount: {
            total: number;
            more?: components["schemas"]["More"];
        };
        /** @description Which accounts to show. Left out altogether, everything is shown (deployed servers refuse that); given, a flag left out counts as false. The two flags about time are named the wrong way round on the wire, and we keep that for older consoles: `expired` lets accounts through that are still valid, `unexpired` those that are over. */
        AccountFilter: {
            /** @description Show accounts whose end is still to come. */
            expired?: components["schemas"]["FlagInput"];
            /** @description Show accounts whose end has passed. */
            unexpired?: components["schemas"]["FlagInput"];
            /** @description Show accounts without an end (type 1). */
            unlimit?: components["schemas"]["FlagInput"];
            /** @description Add MAC rows. */
            mac?: components["schemas"]["FlagInput"];
            /** @description Only accounts of this plan; 0 or left out for any. */
            orderId?: number;
            /** @description Only accounts with an owner. Together with `noUser`, or with neither, no limit. */
            hasUser?: components["schemas"]["FlagInput"];
            /** @description Only accounts without an owner. */
            noUser?: components["schemas"]["FlagInput"];
            /** @description Only accounts that end within so many days from now. Older servers pass it over. */
            endsWithin?: number;
            /** @description Only accounts that used so many percent of their cycle's traffic or more. Older servers pass it over. */
            usedOver?: number;
            /** @description Only accounts whose own list names this server; those that may use all are not meant. Older servers pass it over. */
            serverId?: number;
            /** @description Only accounts that may use this server, those that may use all among them. Older servers pass it over. */
            onServer?: number;
            /** @description Only accounts that are banned on some server now. Older servers pass it over. */
            banned?: components["schemas"]["FlagInput"];
            /** @description Only accounts that nobody has started. Older servers pass it over. */
            waiting?: components["schemas"]["FlagInput"];
            /** @description Only accounts that ended 7 to 30 days ago and were not renewed. Older servers pass it over. */
            lapsed?: components["schemas"]["FlagInput"];
            /** @description Only accounts that connected within so many days. Older servers pass it over. */
            seenWithin?: number;
            /** @description Only accounts that have not connected for so many days, or never. Older servers pass it over. */
            unseenFor?: number;
        };
        /** @description A search found more than it counted, so there are more than `total`: it counts to 10,000, and on the pages behind that to where the page ends. Missing where `total` is all there are. Older servers count always. */
        More: boolean;
        AccountPage: {
            /** @description Rows over all pages, MAC rows included. */
            total: number;
            /** @description How many of these are accounts. Ours. */
            accounts?: number;
            more?: components["schemas"]["More"];
            page: number;
            /** @description Number of the last page, 0 when nothing matches. */
            maxPage: number;
            pageSize: number;
            account: (components["schemas"]["AccountRow"] | components["schemas"]["MacRow"])[];
        };
        ClientAddresses: {
            /** @description IPv4 or IPv6 addresses as text. */
            ip: string[];
        };
        /** @description Who reads it: `public` everybody, `help` users, anything else admins only. A new article without one is a help page. */
        ArticlePosition: string;
        ArticleCategory: string;
        /** @description Lower ones come first. */
        ArticleCategoryOrder: number;
        /** @description Outside address the title leads to; empty for none. */
        ArticleUrl: string;
        Article: {
            id: components["schemas"]["Id"];
            title: string;
            /** @description Markdown. */
            content: string;
            /** @description Where it shows. */
            position: string;
            category: string;
            /** @description Lower ones come first. */
            category_order: number;
            /** @description Outside address the title leads to; empty for none. */
            url: string;
            /** @description When it was last saved. Milliseconds. */
            time?: components["schemas"]["Time"];
            /** @description The language of those it is for; null or missing is everybody. Ours. */
            language?: components["schemas"]["Language"] | null;
            /** @description What it helps to set up; null or missing where it is no guide. Ours. */
            guide?: components["schemas"]["GuideTopic"] | null;
            revision?: components["schemas"]["Revision"];
        };
        /**
         * @description A system to connect, or what to do when it does not.
         * @enum {string}
         */
        GuideTopic: "apple" | "android" | "windows" | "mac" | "linux" | "router" | "trouble";
        ArticlePage: {
            data: components["schemas"]["Article"][];
            /** @description Articles on all pages. */
            count: number;
            /** @description Number of pages. */
            pc: number;
            /** @description This page. */
            p: number;
        };
        ArticleCreated: {
            id: components["schemas"]["Id"];
        };
        ArticleInput: {
            title: string;
            /** @description Markdown. */
            content: string;
            position?: components["schemas"]["ArticlePosition"];
            category?: components["schemas"]["ArticleCategory"];
            category_order?: components["schemas"]["ArticleCategoryOrder"];
            url?: components["schemas"]["ArticleUrl"];
            /** @description The language of those it is for, null for everybody; left out it stays as it is. Ours. */
            language?: components["schemas"]["Language"] | null;
            revision?: components["schemas"]["Revision"];
        };
        AccountWatch: {
            /** @description The server's clock. */
            now: components["schemas"]["Time"];
            /** @description Those the account may use, by name. */
            servers: components["schemas"]["WatchedServer"][];
            verdict: components["schemas"]["WatchVerdict"];
        };
        WatchedServer: {
            serverId: components["schemas"]["Id"];
            name: string;
            state: components["schemas"]["ConnectionState"];
            /**
             * Format: int64
             * @description When it opens by itself, in ms; null when nobody knows.
             */
            until: number | null;
            /** @description Whether datagrams do not get through it. */
            lacksUdp?: boolean;
            /** @description Whether it tells what clients meet there. Without it `attempts` are none. */
            watched: boolean;
            /** @description What was seen after `since`, oldest first; without `since`, in the last 15 minutes. At most 20. */
            attempts: components["schemas"]["Attempt"][];
        };
        /** @description What clients of one network met on a port, once or in a row. */
        Attempt: {
            reason: components["schemas"]["AttemptReason"];
            /** @description The latest time. */
            at: components["schemas"]["Time"];
            /** @description How often with less than a minute in between. */
            count: number;
            /** @description The client's; for admins. */
            address?: string;
            /** @description Whether the client is in the network the caller calls from; for the owner. */
            own?: boolean;
        };
        /**
         * @description `nothing` it connected and sent no byte; `wrongKey` nothing it sent could be opened, so its password or method is another; `replay` it sent a session again; `refused` its target is private or blocked; `noName` its target's name is not known; `noAnswer` its target did not answer; `multiplexing` it put many connections inside one, and `udpOverTcp` UDP inside one of TCP, which the server does not take apart; `tooMany` more connections than it may have; `over` its traffic was used up by it; `answered` its target answered, and the client was not heard again; `connected` it was, so that the answer has reached it.
         * @enum {string}
         */
        AttemptReason: "nothing" | "wrongKey" | "replay" | "refused" | "noName" | "noAnswer" | "multiplexing" | "udpOverTcp" | "tooMany" | "over" | "answered" | "connected";
        /** @description The first thing that keeps a client from connecting, from the account outwards. */
        WatchVerdict: {
            /**
             * @description `inactive`, `pending`, `expired`, `over`, `banned`, `noServer` and `opening` are of the account; `lineDown` the server is; `absent` no client came; `noHandshake` no device of a WireGuard account shook hands, be it that none came or that its key is another; `silent` one came and sent nothing; `unwatched` nobody knows, as no open server tells; `wrongKey`, `tooMany`, `refused`, `noName`, `noAnswer`, `multiplexing` and `udpOverTcp` as of an attempt; `unheard` targets answered, and no client was heard again, as where something drops the answers; `noUdp` connections get through the server, and datagrams do not; `oldKey` a client is fine, and another one has a wrong password; `fine` a client received an answer of its target.
             * @enum {string}
             */
            word: "inactive" | "pending" | "expired" | "over" | "banned" | "noServer" | "opening" | "lineDown" | "absent" | "noHandshake" | "silent" | "unwatched" | "wrongKey" | "tooMany" | "refused" | "noName" | "noAnswer" | "multiplexing" | "udpOverTcp" | "unheard" | "noUdp" | "oldKey" | "fine";
            /** @description The server it is about; null for none or all. */
            serverId: number | null;
            /** @description A server that is open where that one is not. */
            insteadId: number | null;
            /**
             * Format: int64
             * @description When it ends by itself, in ms.
             */
            until: number | null;
            /** @description How often an attempt ended so. */
            count: number;
            /**
             * Format: int64
             * @description When an attempt last did, in ms.
             */
            at: number | null;
        };
        /** @description What kind of thing was changed, such as `account`. */
        AuditSubject: string;
        AuditEntry: {
            id: components["schemas"]["Id"];
            time: components["schemas"]["Time"];
            actorId: number | null;
            /** @description The admin's user name then. */
            actor: string;
            /** @description The call, by its operationId. */
            operation: string;
            subject: components["schemas"]["AuditSubject"];
            subjectId: number | null;
            /** @description What the thing was called then. */
            label: string;
            /** @description The fields that changed, as they were. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description The same, as they became. */
            after: {
                [key: string]: unknown;
            } | null;
            /** @description When the bulk action that it began was undone; left out where it was not. */
            undoneTime?: components["schemas"]["Time"];
        };
        AuditPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            entries: components["schemas"]["AuditEntry"][];
        };
        WantedBackup: {
            token: components["schemas"]["Token"];
            /** @description An absolute folder on this machine, or `s3://bucket/folder`. */
            place: string;
            /** @description Base address of the S3-compatible service; empty for Amazon. */
            endpoint?: string;
            /** @description Empty is us-east-1. */
            region?: string;
            /** @description Access key id of the bucket. */
            keyId?: string;
            /** @description Secret access key of the bucket. */
            secret?: string;
            /** @description The key of the backups, which the operator kept. */
            key: string;
            /** @description The moment to restore; without one as late as possible. */
            at?: components["schemas"]["Time"];
        };
        RestoreRequest: {
            token: components["schemas"]["Token"];
            /** @description Which copy, by `time` of what was found; one that was fetched since is not restored. Without it whichever there is. */
            time?: components["schemas"]["Time"];
        };
        RestoreStatus: {
            /** @enum {string} */
            state: "none" | "fetching" | "fetched" | "failed";
            /** @description Whether this server makes backups itself; its settings name where to. */
            isShipping: boolean;
            /** @description How much has been fetched; while it is fetching. */
            share?: number;
            /** @description Why it failed. */
            problem?: components["schemas"]["RestoreProblem"];
            /** @description What was fetched. */
            found?: components["schemas"]["FetchedBackup"];
        };
        RestoreProblem: {
            /** @enum {string} */
            word: "wrong key" | "no backup" | "too early" | "damaged" | "newer release" | "store away" | "store refused" | "no room" | "no admin" | "sealed elsewhere" | "failed";
            /** @description What is wrong, in a sentence for the operator. */
            detail: string;
            /** @description The first moment that can be restored; only with `too early`. */
            earliest?: components["schemas"]["Time"];
        };
        FetchedBackup: {
            /** @description Everything committed by then is in it. */
            time: components["schemas"]["Time"];
            /** @description The first moment the backup can restore. */
            first: components["schemas"]["Time"];
            /** @description The last moment the backup can restore. */
            last: components["schemas"]["Time"];
            /** @description Name of the site; empty where it has none. */
            title: string;
            users: number;
            accounts: number;
            orders: number;
            /** @description What is wrong with it or uncertain, each a sentence. */
            problems: string[];
        };
        BackupStatus: {
            /**
             * @description `behind` is more than ten seconds behind what was committed; `failing` is a copy that could not be made or restored.
             * @enum {string}
             */
            state: "off" | "ok" | "behind" | "failing";
            /** @description Everything committed by then has left the data folder. */
            lastShipped: components["schemas"]["Time"] | null;
            /** @description When a copy was last restored and checked. */
            lastChecked: components["schemas"]["Time"] | null;
            /** @description Whether this server could make backups; not of PostgreSQL, which has means of its own. Missing from older servers. Ours. */
            canBackUp?: boolean;
            /** @description Whether the main admin confirmed that the key is kept in another place; true while backups are off. */
            isKeyKept?: boolean;
            /** @description What is wrong, in a sentence for the operator. */
            problem: string | null;
        };
        CertificateStatus: {
            /**
             * @description `off` where a proxy serves HTTPS; `failing` could not be renewed at the last try and is valid for a while; `expiring` has less than a quarter of its life left, or is over.
             * @enum {string}
             */
            state: "off" | "ok" | "missing" | "failing" | "expiring";
            /** @description When it ends. */
            expires: components["schemas"]["Time"] | null;
            /** @description Why it could not be renewed, in a sentence for the operator. */
            problem: string | null;
            /** @description When that is tried again. Missing from older servers. */
            nextTry?: components["schemas"]["Time"] | null;
        };
        DeviceName: {
            /** @description Unique within the account; blanks around it are dropped. */
            name: string;
        };
        /** @description A key that may come in by WireGuard for an account. */
        WireGuardDevice: {
            /** @description 0 is the account's own key, which every account has. */
            id: number;
            /** @description Empty for the account's own key. */
            name: string;
            publicKey: string;
            /** @description In the answer that made it, and later only while it is kept. */
            privateKey: string | null;
            /** @description Whether the private key is kept, to be shown again and for subscriptions; the settings `keepOwnKeys` and `keepDeviceKeys` decide it when keys are made. Older servers leave it out. */
            isKept?: boolean;
            /** @description A second secret, returned together with the private key; the account's own has none. */
            presharedKey: string | null;
            createTime: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Bytes it sent, as WireGuard counts them, on all servers; not scaled.
             */
            up: number;
            /**
             * Format: int64
             * @description Bytes it received, the same.
             */
            down: number;
            /**
             * Format: int64
             * @description Its latest handshake on any server, in ms; where no server knows one, when it last carried traffic. Null for never.
             */
            lastHandshake: number | null;
            /** @description Whether a server had a handshake with it in the last 180 seconds. */
            isConnected: boolean;
            /** @description The WireGuard servers it may use and the caller may see, by name. Those of a node agent take the account's own key only. */
            servers: components["schemas"]["DeviceOnServer"][];
        };
        DeviceOnServer: {
            serverId: components["schemas"]["Id"];
            /** @description The server's. */
            name: string;
            /** @description The device's inside the tunnel, IPv4. */
            address: string;
            /** @description The same, IPv6; null where the server has none. */
            address6: string | null;
            /**
             * Format: int64
             * @description The latest handshake there, in ms; null for never, or where it is not known.
             */
            handshakeAt: number | null;
            /** @description Where it comes from, `host:port`; null where nobody knows, and for its owner. */
            endpoint: string | null;
        };
        UnexpectedEnd: {
            time: components["schemas"]["Time"];
            /**
             * @description `memory`: its heap was full. `error`: it ended because of an error in it. `machine`: the machine went down with it. `killed`: none of these; also where a system that was short of memory chose it.
             * @enum {string}
             */
            cause: "memory" | "error" | "machine" | "killed";
        };
        /** @description Six digits of the authenticator app, or a recovery code; spaces, hyphens and letter case do not matter. */
        LogInCode: string;
        /** @description Shows that it is the person who asks, not somebody at an open console. The password while there is no second factor; with one a code, a recovery code or a passkey, the password alone is refused with `second factor required`. Of several a code counts before a passkey, and that before the password. */
        FactorProof: {
            password?: components["schemas"]["Password"];
            code?: components["schemas"]["LogInCode"];
            /** @description What the passkey answered to `beginPasskeyLogIn`. */
            passkey?: components["schemas"]["PasskeyAnswer"];
        };
        Factors: {
            /** @description The login asks for a second step. */
            on: boolean;
            /** @description An authenticator app is in use. */
            authenticator: boolean;
            passkeys: number;
            /** @description How many were not used yet. */
            recoveryCodes: number;
        };
        TotpSecret: {
            /** @description Base32, for typing. */
            secret: string;
            /** @description `otpauth://totp/…`, for a QR code. */
            uri: string;
        };
        TotpConfirmation: {
            code: components["schemas"]["LogInCode"];
        };
        RecoveryCodes: {
            /** @description Each logs in once. */
            recoveryCodes: string[];
        };
        Passkey: {
            id: components["schemas"]["Id"];
            name: string;
            createTime: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            lastUsed: number | null;
        };
        Base64Url: string;
        /** @description Options of WebAuthn's `get`, as JSON. */
        PasskeyQuestion: {
            challenge: components["schemas"]["Base64Url"];
            /** @description Milliseconds. */
            timeout: number;
            /** @enum {string} */
            userVerification: "required";
        };
        /** @description Options of WebAuthn's `create`, as JSON; the relying party is the page's own address. */
        PasskeyWish: {
            rp: {
                name: string;
            };
            user: {
                id: components["schemas"]["Base64Url"];
                name: string;
                displayName: string;
            };
            challenge: components["schemas"]["Base64Url"];
            pubKeyCredParams: {
                alg: number;
                /** @enum {string} */
                type: "public-key";
            }[];
            /** @description Milliseconds. */
            timeout: number;
            excludeCredentials: {
                id: components["schemas"]["Base64Url"];
                /** @enum {string} */
                type: "public-key";
            }[];
            authenticatorSelection: {
                /** @enum {string} */
                residentKey: "required";
                requireResidentKey: boolean;
                /** @enum {string} */
                userVerification: "required";
            };
            /** @enum {string} */
            attestation: "none";
        };
        /** @description What WebAuthn's `get` gave, as JSON. */
        PasskeyAnswer: {
            id: components["schemas"]["Base64Url"];
            rawId: components["schemas"]["Base64Url"];
            /** @enum {string} */
            type: "public-key";
            response: {
                clientDataJSON: components["schemas"]["Base64Url"];
                authenticatorData: components["schemas"]["Base64Url"];
                signature: components["schemas"]["Base64Url"];
                userHandle?: components["schemas"]["Base64Url"];
            };
        };
        NewPasskey: {
            name: string;
            /** @description What WebAuthn's `create` gave, as JSON. */
            made: {
                id: components["schemas"]["Base64Url"];
                rawId: components["schemas"]["Base64Url"];
                /** @enum {string} */
                type: "public-key";
                response: {
                    clientDataJSON: components["schemas"]["Base64Url"];
                    attestationObject: components["schemas"]["Base64Url"];
                    transports?: string[];
                };
            };
        };
        /** @description Cents. */
        PaidFigures: {
            /** @enum {string} */
            currency: "CNY" | "USD";
            /** @description Paid today. */
            today: number;
            /** @description Paid in this calendar month. */
            month: number;
            /** @description Paid back in this calendar month. */
            refunded: number;
        };
        ShopFigures: {
            /** @description By currency, the one with most of it first; those without any in 62 days are left out. */
            income: components["schemas"]["Income"][];
            orders: {
                /** @description Placed today and paid, at a provider or with a recharge code. */
                paid: number;
                /** @description Placed today and not paid. */
                begun: number;
            };
            customers: {
                /** @description Who signed up today. */
                today: number;
                yesterday: number;
            };
            /** @description Left out by older servers. */
            payments?: {
                /** @description Paid and not delivered, or paid wrongly, however old. */
                stuck: number;
                /** @description Placed in the last seven days, today included, closed and never paid. */
                failed: number;
            };
            /** @description Left out by older servers. */
            trade?: components["schemas"]["Trade"];
            /** @description Accounts that ended 7 to 30 days ago and were not renewed. Left out by older servers. */
            lapsed?: number;
            /** @description The last 30 days in the time zone of the site, today included, the oldest first. Null is not known. Left out by older servers. */
            days?: components["schemas"]["ShopDay"][];
            /** @description What a reseller may give, and how much of it is given. Only for resellers. */
            limits?: {
                customers: number;
                /** @description Null for no limit. */
                maxCustomers: number | null;
                /**
                 * Format: int64
                 * @description What the accounts of all customers may use in a cycle, bytes.
                 */
                traffic: number;
                /**
                 * Format: int64
                 * @description Bytes; null for no limit.
                 */
                maxTraffic: number | null;
                /** @description How many plans may be given; null for all. */
                plans: number | null;
            };
            /** @description Accounts with traffic in the last five minutes. */
            online: number;
            /** @description Accounts that may be used right now. */
            accounts: number;
        };
        ShopDay: {
            /** @description As 2026-11-23. */
            date: string;
            /** @description Who signed up. */
            customers: number | null;
            /** @description The most accounts in use at a time, counted every five minutes. */
            online: number | null;
            /**
             * Format: int64
             * @description What was carried.
             */
            bytes: number | null;
        };
        /** @description Renewals are orders that were paid for by somebody who had paid for one before. */
        Trade: {
            /** @description Placed in the last 30 days, today included. */
            renewals: number;
            /** @description In the 30 days before these. */
            before: number;
            /** @description The last 30 days, the oldest first. */
            days: {
                /** @description As 2026-11-23. */
                date: string;
                /** @description Placed on this day and paid, renewals among them. */
                paid: number;
                renewals: number;
            }[];
        };
        /** @description Cents; negative where more was paid back. */
        Income: {
            /** @enum {string} */
            currency: "CNY" | "USD";
            today: number;
            /** @description Of this calendar month. */
            month: number;
            /** @description Of the month before, up to the same moment of it. */
            monthBefore: number;
            /** @description The last 30 days, the oldest first. */
            days: {
                /** @description As 2026-11-23. */
                date: string;
                cents: number;
                /** @description 30 days earlier. */
                before: number;
            }[];
        };
        /** @description IANA zone name such as Asia/Tokyo; left out for the server's own zone. Ours, so that browser and server cut days alike. An unknown name is bad input. */
        TimeZone: string;
        ChartTimes: number[];
        /** @description Bytes per slot, oldest first; slots to come read 0. */
        Chart: components["schemas"]["Bytes"][];
        /** @description Charged bytes, in a list of one. */
        CycleFlow: components["schemas"]["Bytes"][];
        LastConnect: {
            /** @description 0 for never. */
            lastConnect: components["schemas"]["Time"];
        };
        LastHour: {
            /** @description The minute of the hour at which each slot starts. */
            time: number[];
            /** @description Bytes per slot. */
            flow: components["schemas"]["Bytes"][];
        };
        UserFlow: {
            flow: components["schemas"]["Bytes"];
            /** @description The port on the server, its shift included. */
            port: number;
            /** @description 0 when the traffic belongs to no known account. */
            accountId: number | null;
            /** @description The owner, null for none. Some deployed servers call it `username`; we send both. */
            userName?: string | null;
            /** @description The same as `userName`. */
            username?: string | null;
        };
        ServerFlow: {
            flow: components["schemas"]["Bytes"];
            /** @description The server's name. */
            name: string;
            /** @description Ours. */
            serverId?: components["schemas"]["Id"];
        };
        TopFlow: {
            /** @description Over all of the user's accounts. */
            sumFlow: components["schemas"]["Bytes"];
            userId: components["schemas"]["Id"];
            /** @description The user's name. */
            email: string;
            /** @description Base port of one of the accounts. */
            port: number;
            accountId: components["schemas"]["Id"];
        };
        /** @description The recharge code. Letter case, blanks, dashes and letters that cannot be seen do not matter, and neither does a label before it, punctuation after it, or the link it stands in. */
        GiftcardCode: string;
        GiftcardBatch: {
            batchNumber: components["schemas"]["Id"];
            /** @description AVAILABLE, USEDUP or REVOKED. */
            status: string;
            /** @description Plan of the codes. */
            type: number;
            /** @description The same as `type`. */
            orderId?: number;
            /** @description Name of the plan; null when it is gone. */
            orderName: string | null;
            createTime: components["schemas"]["Time"];
            comment: string;
            totalCount: number;
            /** @description The same as `totalCount`. */
            count?: number;
            availableCount: number;
        };
        GiftcardBatchDetail: components["schemas"]["GiftcardBatch"] & {
            cards: components["schemas"]["Giftcard"][];
        };
        Giftcard: {
            id: components["schemas"]["Id"];
            /** @description The recharge code. */
            password: string;
            /** @description AVAILABLE, USED or REVOKED. */
            status: string;
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            usedTime: number | null;
            /** @description Port of the account it was used for. */
            portNumber: number | null;
            /** @description Who used it. */
            userEmail: string | null;
        };
        NewGiftcardBatch: {
            /** @description How many codes. */
            count: number;
            /** @description The plan the codes buy. */
            orderId: components["schemas"]["Id"];
            /** @default  */
            comment: string;
        };
        GiftcardRedemption: {
            /** @enum {boolean} */
            success: true;
            /** @description Plan that was applied. */
            type: number;
            cardId: components["schemas"]["Id"];
        } | {
            /** @enum {boolean} */
            success: false;
            /** @description `充值码类型错误` when the plan is not for this user or account, `无法使用这个充值码` when the code is used or revoked, `充值码不存在` when there is no such code, `尝试次数过多，请稍后再试` after too many codes that did not work, `暂时无法使用` when no port is free; the code can be used later. */
            message: string;
        };
        Group: {
            /** @description 0 is the default group. */
            id: number;
            name: string;
            comment: string | null;
            /** @description Ids of the plans its users may buy; null is all of them. */
            order: components["schemas"]["Id"][] | null;
            /** @description How many people are in it, admins too. In the list. */
            userNumber?: number;
            /** @description Its users may own several accounts. Older servers leave it out of the list. */
            multiAccount?: components["schemas"]["Flag"];
            /** @description Ids of the notices its users see. In the details. */
            notices?: components["schemas"]["Id"][];
            revision?: components["schemas"]["Revision"];
        };
        GroupInput: {
            name: string;
            comment?: string | null;
            /** @description Ids of the plans its users may buy; null is all of them. */
            order?: components["schemas"]["Id"][] | null;
            multiAccount?: components["schemas"]["FlagInput"];
            revision?: components["schemas"]["Revision"];
            /** @description Ids of the notices its users see. Notices for everybody are ignored; without the list the links stay as they are. */
            notices?: components["schemas"]["Id"][];
        };
        /**
         * @description `green` is fine, `amber` is fine in part, `red` is not, `grey` is not known.
         * @enum {string}
         */
        LightState: "green" | "amber" | "red" | "grey";
        /**
         * @description Why a light is not green. `away`: what carries the server does not answer. `clockOff`: the clock of its machine is more than 30 seconds off. `somePorts`, `noPorts`: ports could not be opened. `noName`, `refused`, `unreachable`, `silent`, `noAnswer`, `closed`, `garbage`: how a connection ended that was made as a customer would. `noWayOut`: it came in, and the server could not reach the console from there, or customers' connections came in and none reached its target. `onlyNodes`: other nodes reach it and the console does not, as where its address is blocked. `onlyConsole`: the console reaches it and no other node does. `onlyHere`: it is reached within its own machine, not by its address. `onlyCustomers`: no trial gets through, and customers do. `noUdp`: connections get through, and datagrams do not. `notTried`: there is no open port to try, or the kind of node is not tried.
         * @enum {string}
         */
        LightCause: "away" | "clockOff" | "somePorts" | "noPorts" | "noName" | "refused" | "unreachable" | "silent" | "noAnswer" | "closed" | "garbage" | "noWayOut" | "onlyNodes" | "onlyConsole" | "onlyHere" | "onlyCustomers" | "noUdp" | "notTried";
        Light: {
            state: components["schemas"]["LightState"];
            /** @description Null when green. */
            cause: components["schemas"]["LightCause"] | null;
            /** @description Since when it is so, milliseconds; null when not known. */
            since: number | null;
            /** @description A figure beside it: round trip of the agent in milliseconds, open ports, milliseconds of the connection. Null where there is none. */
            value: number | null;
        };
        Outage: {
            /**
             * @description Which of a server's lights was red.
             * @enum {string}
             */
            light: "agent" | "ports" | "handshake";
            cause: components["schemas"]["LightCause"];
            from: components["schemas"]["Time"];
            /** @description Null while it lasts. */
            to: number | null;
        };
        ServerLights: {
            serverId: components["schemas"]["Id"];
            agent: components["schemas"]["Light"];
            ports: components["schemas"]["Light"];
            handshake: components["schemas"]["Light"];
            /** @description What the three come to for customers: the one verdict that accounts, subscriptions and the status page follow. A machine that does not answer us while connections get through it serves. Absent from older servers. */
            serving?: components["schemas"]["Light"];
            /** @description How many ports ought to be open. */
            wantedPorts: number;
            /** @description Bytes a second customers send through it now, over the last 15 seconds. */
            up: number;
            /** @description Bytes a second they get. */
            down: number;
            /** @description Bytes it carried in this calendar month, both ways. */
            month: number;
            /** @description Bytes its machine itself carried in this calendar month, for this and all other servers it has or had. Only for machines that have joined. */
            machineMonth?: number;
            /** @description What its machine may carry in a month; null where nobody said. */
            monthLimit: number | null;
            /** @description When it was last looked at, milliseconds; null before the first time. */
            lookedAt: number | null;
        };
        ServiceStatus: {
            isOn: boolean;
            servers: {
                name: string;
                state: components["schemas"]["LightState"];
                /** @description Since when it is so, milliseconds; null when not known. */
                since: number | null;
                /** @description When it did not serve in the last 30 days, newest first. */
                outages: {
                    from: components["schemas"]["Time"];
                    /** @description Null while it lasts. */
                    to: number | null;
                }[];
            }[];
        };
        ImportTable: {
            /** @enum {string} */
            of: "user" | "account" | "plan";
            /** @description The text of the table, heading first. */
            table: string;
        };
        ImportPreview: {
            /** @description Rows without the heading. */
            rows: number;
            /** @description How many would be added. */
            fresh: number;
            /** @description The columns that were found. */
            columns: string[];
            /** @description Columns that nothing is read from, as the table spells them. */
            ignored: string[];
            refused: {
                row: components["schemas"]["ImportRow"];
                /** @description The column it is about. */
                column?: string;
                problem: components["schemas"]["ImportProblem"];
            }[];
            /** @description The first 20 that would be added. */
            sample: {
                row: components["schemas"]["ImportRow"];
                /** @description The address of a user, the port of an account or the name of a plan. */
                label: string;
                /** @description The owner of an account. */
                user?: string | null;
                /** @description The group of a user. */
                group?: string;
                /** @description The comment on a user, and the short one on a plan. */
                comment?: string;
                /** @description The plan of an account, or the one a flow pack is for. */
                plan?: string | null;
                /** Format: int64 */
                expire?: number | null;
                /** Format: int64 */
                flow?: number;
                /** @description CNY. */
                alipayCents?: number;
                /** @description USD. */
                paypalCents?: number;
            }[];
        };
        /** @description As a spreadsheet counts; the heading is row 1. */
        ImportRow: number;
        /** @description `missing`, `twice` (an earlier row has it), `user exists`, `port exists`, `port outside` (with the offset of a server), `no email`, `admin` (only users are imported), `unknown group`, `unknown user`, `unknown plan`, `several plans` (of one name), `unknown server`, `bad date`, `bad port`, `bad password`, `password too short`, `stored hash` (what a panel stores of a password), `bad type`, `bad amount`, `no unit` (a small number that may count in GB), `too long`; of plans `plan exists`, `bad price`, `bad number`, `bad length`, `bad flag`, `bad ports`; to admins other than the main one `customer limit`, `traffic limit`, `plan not allowed`, `set by plan`, `too late`, `port not allowed`. */
        ImportProblem: string;
        /** @description A job that createImport began. */
        ImportAction: {
            /** @enum {string} */
            kind: "importUsers" | "importAccounts" | "importPlans";
            /** @description The group it is confined to; missing where the main admin began it. */
            groupId?: number;
        };
        /** @description Exactly one of `ids` and `query`; plans, notices and articles by `ids` alone, and for their own actions. */
        JobSelection: {
            /** @enum {string} */
            of: "account" | "user" | "plan" | "notice" | "article";
            ids?: components["schemas"]["Id"][];
            /** @description For accounts as in listAccounts, for users as in listUsers. */
            query?: {
                search?: string;
                filter?: components["schemas"]["AccountFilter"];
                group?: components["schemas"]["GroupFilter"];
                type?: ("normal" | "admin")[];
                state?: components["schemas"]["UserState"];
                plan?: components["schemas"]["Id"];
                endsWithin?: components["schemas"]["Days"];
                seenWithin?: components["schemas"]["Days"];
                unseenFor?: components["schemas"]["Days"];
            };
        };
        JobAction: {
            /** @enum {string} */
            kind: "extend";
            /**
             * Format: int64
             * @description Milliseconds the end moves by.
             */
            time: number;
        } | {
            /** @enum {string} */
            kind: "addFlow";
            /**
             * Format: int64
             * @description Bytes more in the current cycle.
             */
            flow: number;
        } | {
            /** @enum {string} */
            kind: "setServers";
            /** @description Null for all. */
            server: components["schemas"]["Id"][] | null;
        } | {
            /** @enum {string} */
            kind: "moveServers";
            from: components["schemas"]["Id"];
            server: components["schemas"]["Id"][];
        } | {
            /** @enum {string} */
            kind: "ban";
            /** @description Milliseconds from now, on every server; 0 lifts the bans. */
            time: number;
        } | {
            /** @enum {string} */
            kind: "delete";
        } | {
            /** @enum {string} */
            kind: "deleteUser";
        } | {
            /** @enum {string} */
            kind: "deletePlan";
        } | {
            /** @enum {string} */
            kind: "deleteNotice";
        } | {
            /** @enum {string} */
            kind: "deleteArticle";
        } | {
            /** @enum {string} */
            kind: "setGroup";
            groupId: number;
        } | {
            /** @enum {string} */
            kind: "mail";
            title: string;
            content: string;
        };
        JobPreview: {
            total: number;
            /** @description To how many of the sample it cannot be done. */
            problems: number;
            /** @description How many of all of them are admins (deleteUser). */
            admins?: number;
            /** @description How many of all of them would end in the past (extend). */
            past?: number;
            /** @description The first 20. */
            sample: {
                id: components["schemas"]["Id"];
                /** @description Port, name or title. */
                label: string;
                problem?: components["schemas"]["JobProblem"];
                /** @description When it ends now (extend). */
                ends?: components["schemas"]["Time"];
                /** @description When it would end (extend). */
                movedTo?: components["schemas"]["Time"];
            }[];
        };
        /** @description Why it was not done: `gone`, `no end` (extend), `no quota` (addFlow), `port exists` (setServers: on those servers another account or the console has its port, or it would leave the range of ports), `not there` (moveServers: its list does not name the server), `changed since` (undo), `port taken` (undo), `sent already` (undo), `has no mail address`, `main admin` (deleteUser), `account with this user exists` (deleteUser), `unfinished order exists` (deleteUser), `name taken` (undo); of deletePlan the words of deleteOrder, and of its undo `plan exists` (another has its name by now) and `base gone` (the plan that a flow pack is for); of an import `user exists`, `port exists`, `plan exists`, `unknown user`, `unknown plan`, `several plans`, `unknown server`, `unknown group`, `in use` (undo), and to admins other than the main one `not permitted`, `customer limit`, `traffic limit`, `plan not allowed`. */
        JobProblem: string;
        JobWork: components["schemas"]["JobAction"] | components["schemas"]["ImportAction"];
        Job: {
            id: components["schemas"]["Id"];
            /** @enum {string} */
            of: "account" | "user" | "plan" | "notice" | "article";
            /** @description Port, name or title of the one it is about, where it is one, while it can be undone. */
            subject?: string;
            action: components["schemas"]["JobWork"];
            /** @enum {string} */
            status: "running" | "done" | "cancelled" | "undoing" | "undone";
            total: number;
            done: number;
            failed: number;
            createTime: components["schemas"]["Time"];
            /** Format: int64 */
            endTime: number | null;
            /** @description Something was done, and it ended less than 30 days ago. Of one that is undone, something could not be put back because another had its place (`port taken`, `port exists`, `name taken`, `plan exists`, `base gone`, `in use`). */
            mayUndo: boolean;
        };
        JobDetail: components["schemas"]["Job"] & {
            failures: {
                id: components["schemas"]["Id"];
                label: string;
                problem: components["schemas"]["JobProblem"];
            }[];
        };
        /** @description A MAC address as typed: 12 hex digits in any letter case, with `-` or `:` between them or not. */
        MacText: string;
        /** @description A registered MAC address of a user. */
        MacAddress: {
            id: components["schemas"]["Id"];
            /** @description 12 hex digits in lower case. */
            mac: string;
            userId: components["schemas"]["Id"];
            /** @description The account it uses; null while its owner has none. */
            accountId: number | null;
            /** @description The preferred server, null for none. */
            serverId: number | null;
        };
        /** @description A registered MAC address in a list of accounts; its id is not an account's. */
        MacRow: {
            id: components["schemas"]["Id"];
            /** @description 12 hex digits in lower case. */
            mac: string;
            userId: components["schemas"]["Id"];
            /** @description The account it uses; null while its owner has none. */
            accountId: number | null;
            /** @description The preferred server, null for none. */
            serverId: number | null;
            /** @description The account's base port, null for none. */
            port: number | null;
            /** @description The owner's e-mail. Ours. */
            user?: string | null;
        };
        MacChange: {
            /** @description The MAC row's id. */
            id: components["schemas"]["Id"];
            macAddress: components["schemas"]["MacText"];
            /** @description One of the owner's accounts; null for the first, left out to keep. */
            accountId?: number | null;
            /** @description The preferred server; null for none, left out to keep. */
            serverId?: number | null;
        };
        MacConfig: {
            /** @description The preferred server, or the first one. */
            default: {
                /** @description Public base URL of the site. */
                site: string;
                id: components["schemas"]["Id"];
                name: string;
                address: string;
                /** @description Port on that server, its shift included. */
                port: number;
                password?: string;
                method: string;
                comment: string;
                /**
                 * Format: int64
                 * @description Bytes charged in the current cycle, -1 when not counted.
                 */
                currentFlow: number;
                /** @description The account's WireGuard private key, if there is one. */
                privateKey?: string;
            };
            servers: components["schemas"]["MacConfigServer"][];
        };
        MacConfigServer: {
            id: components["schemas"]["Id"];
            name: string;
            /** @description The server's host; for WireGuard the address inside the tunnel. */
            address: string;
            port: number;
            method: string;
            comment: string;
            /** @description The server's host, only for WireGuard. */
            endpointHost?: string;
            endpointPort: number | null;
            publicKey: string | null;
            gateway: string | null;
            /**
             * Format: int64
             * @description Bytes charged in the current cycle, -1 when not counted.
             */
            currentFlow: number;
            /** @description Quota in bytes, times the server's scale when each server has its own; -1 without an end. */
            flow: number;
            /**
             * Format: int64
             * @description End of the account, milliseconds since 1970 UTC; null without one.
             */
            expire: number | null;
            /** @enum {string} */
            status: "checked" | "ban";
            /** @description Link for client apps. */
            base64: string;
        };
        /** @enum {string} */
        MailType: "code" | "reset" | "order";
        /** @enum {string} */
        MailKind: "code" | "reset" | "order" | "user" | "welcome" | "test" | "warning";
        /**
         * @description A mail is cancelled when it could not be sent while it was of use.
         * @enum {string}
         */
        MailStatus: "waiting" | "sent" | "failed" | "cancelled";
        MailTemplate: {
            title: string;
            /** @description Plain text. ${code} stands for the sign-up code, ${address} for the reset link. */
            content: string;
            /** @description Missing from older servers. */
            revision?: components["schemas"]["Revision"];
        };
        MailTemplateInput: {
            type: components["schemas"]["MailType"];
            title: string;
            /** @description Where ${code} or ${address} is missing, the code or link follows on a line of its own. */
            content: string;
            revision?: components["schemas"]["Revision"];
        };
        /**
         * @description `tls` speaks TLS from the start (usually port 465), `starttls` turns to it and sends nothing without
         *     (usually 587), `none` never does.
         * @enum {string}
         */
        MailSecurity: "tls" | "starttls" | "none";
        MailServer: {
            /** @description Empty while no server is set; then no mail is sent. */
            host: string;
            port: number;
            security: components["schemas"]["MailSecurity"];
            /** @description Empty when the server wants no login. */
            user: string;
            hasPassword: boolean;
            fromName: string;
            fromAddress: string;
            /** @description Addresses nobody may sign up with. `*` stands for any text; `@example.com` is a whole domain and the domains below it. */
            blackList: string[];
            /** @description Missing from older servers. */
            revision?: components["schemas"]["Revision"];
        };
        MailServerInput: {
            host: string;
            port: number;
            security: components["schemas"]["MailSecurity"];
            user: string;
            /** @description Left out it stays as it is; empty there is none. */
            password?: string;
            fromName: string;
            fromAddress: string;
            blackList: string[];
            revision?: components["schemas"]["Revision"];
        };
        MailTestInput: {
            recipient: components["schemas"]["Email"];
        };
        /**
         * @description Why a mail did not go: the host has no address, nobody listens there, it does not answer in time, it offers
         *     no TLS where it must, its certificate does not hold, it refuses the user or password, the name this console
         *     introduces itself with, the sender, the recipient, takes none for now (`later`: its limits, or greylisting),
         *     or refuses the mail as such.
         * @enum {string}
         */
        MailProblem: "not set up" | "host not found" | "no connection" | "timeout" | "no encryption" | "certificate" | "login" | "greeting" | "sender" | "recipient" | "later" | "refused";
        MailTest: {
            sent: boolean;
            problem?: components["schemas"]["MailProblem"];
            /** @description What the server said. */
            detail?: string;
        };
        Mail: {
            id: components["schemas"]["Id"];
            kind: components["schemas"]["MailKind"];
            recipient: string;
            userId: number | null;
            subject: string;
            status: components["schemas"]["MailStatus"];
            /** @description How often it was tried. */
            tries: number;
            /** @description When it is tried next. Milliseconds. */
            nextTry: number | null;
            /** @description What the server said last. */
            error: string | null;
            createTime: components["schemas"]["Time"];
            /** @description Milliseconds. */
            sentTime: number | null;
        };
        MailPage: {
            total: number;
            page: number;
            pageSize: number;
            maxPage: number;
            mails: components["schemas"]["Mail"][];
        };
        Unread: {
            unread: number;
        };
        ConversationCounts: {
            unread: number;
            /** @description Conversations whose last word is the user's, and that are not done. Ours, as are the others. */
            waiting?: number;
            answered?: number;
            done?: number;
        };
        MessageRead: {
            /** @description The last message that was shown. */
            id: components["schemas"]["Id"];
        };
        ConversationEnd: {
            /** @description The last message that was shown; 0 takes it back. */
            id: number;
        };
        /**
         * @description Whether the user wrote last, an admin did, or nothing is left to do.
         * @enum {string}
         */
        ConversationState: "waiting" | "answered" | "done";
        /**
         * @description Who wrote it.
         * @enum {string}
         */
        MessageSide: "user" | "admin";
        Message: {
            id?: components["schemas"]["Id"];
            createTime: components["schemas"]["Time"];
            content: string;
            from?: components["schemas"]["MessageSide"];
            /** @description What was sent with it, for 180 days at most; missing where there is none. Ours. */
            pictures?: components["schemas"]["MessagePicture"][];
        };
        MessagePicture: {
            id: components["schemas"]["Id"];
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
        };
        /** @description JPEG, PNG or WebP as base64, at most 512 KiB, 4 million pixels and an edge of 8192 pixels each. What is not drawn is not kept. */
        NewPictures: string[];
        Conversation: {
            userId: components["schemas"]["Id"];
            username: string;
            /** @description The latest message; empty where it is pictures alone. */
            content: string;
            /** @description How many pictures the latest message has. Ours. */
            pictures?: number;
            createTime: components["schemas"]["Time"];
            from?: components["schemas"]["MessageSide"];
            /** @description How many messages of the user no admin has read. */
            unread?: number;
            state?: components["schemas"]["ConversationState"];
            /** @description The first message since the other side last wrote. Ours. */
            since?: components["schemas"]["Time"];
        };
        NewAnswer: {
            /** @description Space around it is cut off. It may be empty where there are pictures. */
            msg: string;
            pictures?: components["schemas"]["NewPictures"];
            /** @description The sender's own name for the message; sent again under the same one it is kept once. Optional. */
            key?: string;
            /** @description Nothing is left to do then, unless the user has written after this message. Ours. */
            done?: number;
        };
        SavedAnswers: {
            answers: string[];
        };
        NewMessage: {
            /** @description Space around it is cut off. It may be empty where there are pictures. */
            msg: string;
            pictures?: components["schemas"]["NewPictures"];
            /** @description The sender's own name for the message; sent again under the same one it is kept once. Optional. */
            key?: string;
        };
        /** @description The server a machine carries once it has joined. */
        NodeServerDraft: {
            name: string;
            /** @description Names shown to clients, after colons; left out for the address the machine calls from. */
            host?: string;
            /**
             * @description Left out for Shadowsocks.
             * @enum {string}
             */
            type?: "Shadowsocks" | "WireGuard";
            /** @description WireGuard subnet, as of a new server; left out for 10.100.0.0/16. Where a server of ours on that machine has it already, or `wgPort`, it gets what is free. */
            net?: components["schemas"]["TunnelNet"];
            /** @description WireGuard listening port, UDP; left out for 51820. */
            wgPort?: components["schemas"]["Port"];
            net6?: components["schemas"]["TunnelNet6"];
            dns?: components["schemas"]["TunnelDns"];
            mtu?: components["schemas"]["TunnelMtu"];
            amnezia?: components["schemas"]["Amnezia"];
            /** @description Cipher; left out for aes-256-gcm. */
            method?: string;
            /** @description What traffic is multiplied with when it is charged; left out for 1. */
            scale?: number;
            /** @description Added to an account's base port; left out for 0. */
            shift?: number;
            publicShift?: components["schemas"]["PublicShift"];
            comment?: string;
        };
        NodeInvite: {
            id: components["schemas"]["Id"];
            /**
             * @description `fetched` once a machine has asked for what it needs to join, which takes some seconds more.
             * @enum {string}
             */
            state: "waiting" | "fetched" | "joined" | "expired";
            expireTime: components["schemas"]["Time"];
            /** @description The node that joined, or whose place is to be taken. */
            node: number | null;
            /** @description The server that was made. */
            server: number | null;
            /** @description Where the machine called from. */
            address: string | null;
            isLinked: components["schemas"]["Flag"];
            /**
             * @description Why the last machine that tried was refused: the link was used before, or came too late, or the machine is another node already. Null when none was, or one joined since.
             * @enum {string|null}
             */
            problem: "used" | "late" | "revoked" | "other node" | null;
        };
        /** @description A machine that has joined. */
        Node: {
            id: components["schemas"]["Id"];
            name: string;
            /** @enum {string} */
            state: "active" | "revoked";
            /** @description Where it called from last. */
            address: string;
            /** @description Of its agent. */
            version: string;
            createTime: components["schemas"]["Time"];
            lastSeen: components["schemas"]["Time"];
            /** @description Bytes its machine may carry in a calendar month, both ways; null is no limit. */
            trafficLimit: number | null;
            isLinked: components["schemas"]["Flag"];
            /** @description What its clock is ahead of the console's, as measured; null before the first time. */
            skewMs: number | null;
            /** @description How long a question to it and its answer take; null before the first time. */
            roundTripMs: number | null;
            /** @description When another machine was last refused because it has the same key: one is a copy of the other. Null when none was. */
            duplicateTime: number | null;
            /** @description When it last said what none of our engines says, or counted traffic of accounts that were never opened on it. Null when it never did. */
            lieTime: number | null;
            /** @description What it says of itself; null before it was linked. */
            machine: components["schemas"]["Machine"] | null;
            /** @description Ids of the servers it carries. */
            servers: components["schemas"]["Id"][];
            revision: components["schemas"]["Revision"];
        };
        Machine: {
            hostname: string;
            os: string;
            arch: string;
            cores: number;
            memory: components["schemas"]["Room"];
            disk: components["schemas"]["Room"];
            /** @description Of the last minute. */
            load: number;
            /** @description Of its interfaces. */
            addresses: string[];
        };
        /** @description Bytes. */
        Room: {
            total: components["schemas"]["Bytes"];
            free: components["schemas"]["Bytes"];
        };
        Notice: {
            id: components["schemas"]["Id"];
            title: string;
            /** @description Markdown. */
            content: string;
            /** @description When it was last saved. Milliseconds. */
            time: components["schemas"]["Time"];
            /** @description 1: only for the linked groups. 0: for everybody. */
            group: components["schemas"]["Flag"];
            /** @description It opens by itself once per browser session. */
            autopop: components["schemas"]["Flag"];
            /** @description Ids of the linked groups. Older servers send it in the list only. */
            groupIds?: number[];
            /** @description The same as groupIds. Older servers send it in the details only. */
            groups?: number[];
            revision?: components["schemas"]["Revision"];
            /** @description Only on an article. */
            position?: string;
            /** @description Only on an article. */
            category?: string;
            /** @description Only on an article. */
            category_order?: number;
            /** @description Only on an article. */
            url?: string;
        };
        NoticeInput: {
            title: string;
            /** @description Markdown. */
            content: string;
            /** @description 1: only for the linked groups. 0, as when missing: for everybody. */
            group?: components["schemas"]["FlagInput"];
            /** @description Ids of the groups it is for; counts when group is 1. */
            groups?: number[];
            /** @description It opens by itself once per browser session. */
            autopop?: components["schemas"]["FlagInput"];
            revision?: components["schemas"]["Revision"];
            position?: components["schemas"]["ArticlePosition"];
            category?: components["schemas"]["ArticleCategory"];
            category_order?: components["schemas"]["ArticleCategoryOrder"];
            url?: components["schemas"]["ArticleUrl"];
        };
        /** @description Something on offer: a number of periods with a quota each, or a flow pack. Flow packs have null wherever a period would matter. */
        Plan: {
            id: components["schemas"]["Id"];
            /** @description 0 for a normal plan; otherwise the plan this is a flow pack for. */
            baseId: number;
            name: string;
            shortComment: string;
            /** @description Markdown, shown before paying. */
            comment: string;
            /** @description Period: 2 week, 3 month of 30 days, 4 day, 5 hour. */
            type: number | null;
            /** @description How many periods are bought. */
            cycle: number | null;
            /** @description Price in CNY, at most two decimals; 0 or less: not sold by Alipay. */
            alipay: number;
            /** @description Price in USD, at most two decimals; 0 or less: not sold by PayPal. */
            paypal: number;
            /** @description Bytes per period, or the size of the flow pack. */
            flow: components["schemas"]["Bytes"];
            /**
             * Format: int64
             * @description Milliseconds the inviter is rewarded with.
             */
            refTime: number | null;
            /** @description Servers of an account on this plan; null means all. */
            server: components["schemas"]["Id"][] | null;
            /** @description Delete the account after it expired. */
            autoRemove: components["schemas"]["PlanFlag"];
            /**
             * Format: int64
             * @description Milliseconds from expiry to deletion.
             */
            autoRemoveDelay: number | null;
            /** @description '0' for the range of the settings, otherwise ports and ranges such as 21000-21100,22000. */
            portRange: string | null;
            /** @description One quota over all servers. */
            multiServerFlow: components["schemas"]["PlanFlag"];
            /** @description 1 lets an account change to another plan before it expires. */
            changeOrderType: components["schemas"]["PlanFlag"];
            /** @description 0 makes the user start the account. */
            active?: components["schemas"]["Flag"];
            /** @description Accounts on this plan; only in the list of all plans. */
            accountNumber?: number;
            /** @description Groups whose own list has the plan; those that may buy everything are not named. Older servers leave it out. */
            group?: number[];
            /** @description What paying for it now makes of the account that was asked about; not of a flow pack. Older servers leave it out. */
            after?: {
                /** @description When the account ends then. */
                expire: components["schemas"]["Time"];
                /** @description Bytes per cycle then; 0 is no limit. */
                flow: components["schemas"]["Bytes"];
            };
            revision?: components["schemas"]["Revision"];
        };
        /** @enum {integer|null} */
        PlanFlag: 0 | 1 | null;
        PlanFlagInput: components["schemas"]["FlagInput"] | null;
        /** @description At most two decimals, which the server checks; 0 means not sold this way. */
        Price: number;
        /** @description A plan as an admin writes it. A flow pack has a `baseId` and needs no period. */
        NewPlan: {
            /** @default 0 */
            baseId: number;
            name: string;
            /** @default  */
            shortComment: string;
            /**
             * @description Markdown.
             * @default
             */
            comment: string;
            /**
             * @description Period: 2 week, 3 month, 4 day, 5 hour.
             * @enum {integer|null}
             */
            type?: 2 | 3 | 4 | 5 | null;
            cycle?: number | null;
            /** @description CNY. */
            alipay: components["schemas"]["Price"];
            /** @description USD. */
            paypal: components["schemas"]["Price"];
            /**
             * Format: int64
             * @description Bytes. 0 means a plan without a quota; a flow pack has at least one byte.
             */
            flow: number;
            refTime?: components["schemas"]["PlanDelay"];
            /** @description Null or missing means all servers. */
            server?: components["schemas"]["Id"][] | null;
            autoRemove?: components["schemas"]["PlanFlagInput"];
            autoRemoveDelay?: components["schemas"]["PlanDelay"];
            /** @description '0' or missing for the range of the settings, otherwise ports from 1 to 65535 and ranges of them. */
            portRange?: string | null;
            multiServerFlow?: components["schemas"]["PlanFlagInput"];
            changeOrderType?: components["schemas"]["PlanFlagInput"];
            /** @description 1 unless given. */
            active?: components["schemas"]["PlanFlagInput"];
            /** @description Groups that may buy the plan. Every group with a list of its own gains or loses the plan accordingly; a group that may buy everything stays as it is. Missing leaves all groups alone. */
            group?: (number | string)[];
        };
        /**
         * Format: int64
         * @description Milliseconds, at most ten years; 0 unless given.
         */
        PlanDelay: number | null;
        PlanChange: components["schemas"]["NewPlan"] & {
            revision?: components["schemas"]["Revision"];
            /** @description What is copied to the accounts on the plan; missing means nothing. */
            changeCurrentAccount?: {
                flow?: boolean;
                server?: boolean;
                autoRemove?: boolean;
            };
        };
        FrontPage: {
            isOn: boolean;
            /** @description What is offered, in the operator's words; empty for none. */
            line: string;
            plans: components["schemas"]["FrontPlan"][];
            /** @description What a new customer is given; null where it is not shown or there is none. */
            trial: components["schemas"]["FrontTrial"] | null;
            /** @enum {string} */
            signUp: "open" | "invited" | "closed";
            /** @description Anybody may see whether the servers serve. */
            service: boolean;
            /** @description There are articles for everybody. */
            help: boolean;
        };
        FrontPlan: {
            id: components["schemas"]["Id"];
            name: string;
            shortComment: string;
            /** @description Period: 2 week, 3 month of 30 days, 4 day, 5 hour. */
            type: number | null;
            /** @description How many periods are bought. */
            cycle: number | null;
            /** @description Bytes per period; 0 is no limit. */
            flow: components["schemas"]["Bytes"];
            /** @description Price in CNY; 0: not sold that way. */
            alipay: number;
            /** @description Price in USD; 0: not sold that way. */
            paypal: number;
        };
        FrontTrial: {
            /** @description Period: 2 week, 3 month of 30 days, 4 day, 5 hour. */
            type: number;
            /** @description How many periods it lasts. */
            cycle: number;
            /** @description Bytes per period; 0 is no limit. */
            flow: components["schemas"]["Bytes"];
        };
        /** @description The account to renew; null or missing opens a new one. */
        AccountToRenew: number | null;
        /** @description Number of a placed order; ours are 14 digits of local time and 6 random ones. */
        OrderNumber: string;
        OrderToPlace: {
            accountId?: components["schemas"]["AccountToRenew"];
            /** @description Id of the plan. */
            orderId: components["schemas"]["Id"];
            price?: components["schemas"]["PriceSeen"];
        };
        OrderToPlaceForm: {
            accountId?: components["schemas"]["AccountToRenew"] | ("undefined" | "null");
            /** @description Id of the plan. */
            orderId: components["schemas"]["Id"];
            price?: components["schemas"]["PriceSeen"];
        };
        /** @description The price of the plan as the payer was shown it. When it is another by now, nothing is placed. Left out by older consoles; theirs is placed at the price of the moment. Ours. */
        PriceSeen: number;
        AlipayPayment: {
            orderId: components["schemas"]["OrderNumber"];
            /** @description Text to draw as a QR code or to open, a link of Alipay. */
            qrCode: string;
            /** @description What is to be paid, in CNY. Ours. */
            amount?: components["schemas"]["Amount"];
            /** @description Until when it can be paid. Ours. */
            expireTime?: components["schemas"]["Time"];
            expiresIn?: components["schemas"]["ExpiresIn"];
        };
        /**
         * Format: int64
         * @description How much longer it can be paid, in milliseconds; missing when it cannot. Says the same as `expireTime` to a device whose clock is wrong. Ours.
         */
        ExpiresIn: number;
        /** @description What createPaypalOrder answered. */
        PaymentId: string;
        PaypalApproval: {
            paymentID: components["schemas"]["PaymentId"];
            /** @description Ignored. */
            payerID?: string | null;
        };
        Refund: {
            orderId: components["schemas"]["OrderNumber"];
            /** @description CNY, or USD for PayPal, more than nothing; missing means all that is left. */
            amount?: string;
            /** @description Names this refund; sent twice it pays back once. Without one every call is a refund of its own. */
            requestId?: string;
            /** @description Ours. Takes back the time that the order bought, once the money is back and once for each order; the account never ends before now. The first request of a name decides. */
            shorten?: boolean;
        };
        /** @description The fields this server looks at; the signature covers the others too. */
        AlipayNotice: {
            app_id?: string;
            seller_id?: string;
            out_trade_no: components["schemas"]["OrderNumber"];
            trade_no?: string;
            trade_status: string;
            /** @description CNY. */
            total_amount?: string;
            sign: string;
            sign_type?: string;
        };
        /** @description Milliseconds since 1970, a day such as 2026-11-20 in the zone of the server, or a day with a time. A day alone counts from its beginning as `start` and to its end as `end`. Empty is the same as missing, no limit. */
        DayOrTime: string;
        /**
         * @description Users of one group; -1 for all. Only the main admin chooses, others always see their own group.
         * @default -1
         */
        GroupFilter: number;
        /** @enum {string} */
        OrderState: "CREATE" | "WAIT_BUYER_PAY" | "TRADE_SUCCESS" | "FINISH" | "TRADE_CLOSED";
        /** @description Missing means all. */
        OrderFilter: components["schemas"]["OrderState"][];
        /** @description Missing means all. PayPal orders may be named by PayPal's states as well. */
        AnyOrderFilter: (components["schemas"]["OrderState"] | ("created" | "approved" | "finish" | "closed"))[];
        /** @enum {string} */
        OrderKind: "alipay" | "paypal" | "giftcard" | "refOrder";
        /** @description Missing means all. */
        OrderKindFilter: components["schemas"]["OrderKind"][];
        /** @description Alipay: CREATE, WAIT_BUYER_PAY, TRADE_SUCCESS, FINISH, TRADE_CLOSED. PayPal: created, approved, finish, closed. Recharge code: USED. Reward: FINISH. Providers may send others. */
        OrderStatus: string;
        /**
         * @description How an order stands for its buyer. `checking`: the provider has the payment and checks it before we get it, so it is not to be paid again. `wrongAmount`: money came, but not the amount or the currency of the order; the operator has been told and settles it. `refunded`: paid back wholly.
         * @enum {string}
         */
        UserOrderState: "created" | "checking" | "wrongAmount" | "paid" | "delivered" | "closed" | "refunded";
        OrderProgress: {
            status: components["schemas"]["OrderStatus"];
            /** @description What that means. Ours. */
            state?: components["schemas"]["UserOrderState"];
            /** @description The account it is for, once delivered the one that has it. Ours. */
            accountId?: number | null;
            expiresIn?: components["schemas"]["ExpiresIn"];
        };
        PaypalProgress: components["schemas"]["OrderProgress"] & {
            /** @description Where the payer agrees; missing when it can no longer be paid. */
            approvalUrl?: string;
        };
        /** @description What was paid, such as 9.99: CNY for Alipay, USD for PayPal. */
        Amount: string;
        /** @description Port of the account; null when it is new or gone. */
        AccountPort: number | null;
        /** @description What the provider last said. */
        ProviderData: {
            [key: string]: unknown;
        } | null;
        /** @description An order as its buyer sees it. */
        UserOrder: {
            /** @description Number of the order; the code of a recharge code. */
            orderId: string;
            /** @description `支付宝` (Alipay), `Paypal`, `充值码` (recharge code) or `邀请奖励` (reward). */
            type: string;
            /** @description The same as `type`, free of language. */
            kind?: components["schemas"]["OrderKind"];
            /** @description Name of the plan; null when it is gone. */
            orderName?: string | null;
            amount?: components["schemas"]["Amount"];
            /** @description Milliseconds of a reward. */
            refTime?: components["schemas"]["Duration"];
            status?: components["schemas"]["OrderStatus"];
            /** @description What the status means. Ours. */
            state?: components["schemas"]["UserOrderState"];
            /** @description What is paid back; missing if nothing. Ours. */
            refunded?: components["schemas"]["Amount"];
            port?: components["schemas"]["AccountPort"];
            /** @description Id of the plan. Ours. */
            orderType?: number | null;
            /** @description The account it is for; null for a new one. Ours. */
            accountId?: number | null;
            /** @description Until when it can be paid. Ours. */
            expireTime?: components["schemas"]["Time"];
            expiresIn?: components["schemas"]["ExpiresIn"];
            createTime: components["schemas"]["Time"];
        };
        /** @description A placed order of any kind. */
        PlacedOrder: {
            kind: components["schemas"]["OrderKind"];
            /** @description Number of the order; the code of a recharge code. */
            orderId: string;
            /** @description Id of the plan; null for a reward. */
            orderType: number | null;
            orderName: string | null;
            userId: components["schemas"]["Id"];
            /** @description Null when the user is gone. */
            username: string | null;
            /** @description Group of the user. */
            group: number | null;
            /** @description The account it is for; null for a new one. */
            accountId: number | null;
            port: components["schemas"]["AccountPort"];
            /** @description As in 9.99, CNY or USD; null for recharge codes and rewards. */
            amount: string | null;
            /**
             * Format: int64
             * @description Milliseconds of a reward.
             */
            refTime: number | null;
            status: components["schemas"]["OrderStatus"];
            /** @description For a recharge code, when it was used. */
            createTime: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            expireTime: number | null;
            state?: components["schemas"]["PlacedOrderState"];
            failure?: components["schemas"]["OrderFailure"];
            /** @description What was paid back, as in 9.99; missing if nothing. */
            refunded?: components["schemas"]["Amount"];
        };
        /**
         * @description What the status means, whatever the kind calls it. `paid`: the money is here and what it buys is not delivered. `refunded`: paid back wholly.
         * @enum {string}
         */
        PlacedOrderState: "created" | "paid" | "delivered" | "closed" | "refunded";
        /**
         * @description Why somebody should look at the order. Paid and not delivered because: no port is free, the port of the account is another's on a server the plan brings, the account never ends, the account of a flow pack has expired or is gone, the user is gone, the plan is gone or has no period, something else failed (`error`). Not counted as paid because another amount or currency came: `wrongAmount`, `wrongCurrency`. Delivered, and its money went back at the provider (`returned`), or the payer asks for that (`disputed`): an admin decides what becomes of the account, by `reviewPlacedOrder`.
         * @enum {string|null}
         */
        OrderFailure: "noPort" | "portTaken" | "accountUnlimited" | "accountExpired" | "accountGone" | "userGone" | "planGone" | "planIncomplete" | "wrongAmount" | "wrongCurrency" | "error" | "returned" | "disputed" | null;
        /** @description Something that happened to an order. `event` is one of placed, named (the provider knows the order), providerFailed, underReview (the provider checks the payment), paid, paidAgain, wrongAmount, wrongCurrency, delivered, failed, retried, closed, rewarded, refundAsked, refunded, refundRefused, shortenAsked (`detail` names the refund), shortened (`detail` is the end before and after, in ms), packTaken (`detail` is its bytes), returned (money went back at the provider, not by us), disputed (`detail` is the provider's id and the reason), disputeSaid (the same, and the provider does not let us look), disputeEnded (`detail` is the id and what came of it, won or lost), reviewed. */
        OrderEvent: {
            event: string;
            /** @description An amount, an id or a failure; empty where there is nothing to add. */
            detail: string;
            time: components["schemas"]["Time"];
            /** @description Name of the admin who did it; null when nobody did. */
            actor: string | null;
        };
        /** @description Money that moved from one book to another. */
        LedgerEntry: {
            /** @description What caused it, such as paid:17; a cause moves money once. */
            effect: string;
            /** @description Book it left. */
            credit: string;
            /** @description Book it came to. */
            debit: string;
            amount: components["schemas"]["Amount"];
            /** @description CNY or USD; empty for what cost nothing. */
            currency: string;
            time: components["schemas"]["Time"];
        };
        PlacedOrderDetail: components["schemas"]["PlacedOrder"] & {
            /** @description CNY or USD; null where nothing is paid. */
            currency: string | null;
            /** Format: int64 */
            paidTime: number | null;
            /** Format: int64 */
            deliveredTime: number | null;
            /** @description What the provider calls the order. */
            providerId: string | null;
            /** @description What the provider calls the payment. */
            paymentId: string | null;
            /** @description How often delivering failed. */
            failures: number;
            /**
             * Format: int64
             * @description When it is looked at again.
             */
            nextTry: number | null;
            providerData: components["schemas"]["ProviderData"];
            /** @description What was sold, as it was when the order was placed; null for orders of older servers and rewards. */
            sold: {
                name: string;
                /** @description Period: 2 week, 3 month of 30 days, 4 day, 5 hour. */
                type: number | null;
                cycle: number | null;
                flow: components["schemas"]["Bytes"];
                isPack: boolean;
            } | null;
            /** @description Ours. When the account ends now, and when it would if a refund took back the time that was bought; null where there is nothing to take back. */
            shortening?: {
                from: components["schemas"]["Time"];
                /**
                 * Format: int64
                 * @description Null for at once.
                 */
                to: number | null;
            } | null;
            /** @description Oldest first. */
            events: components["schemas"]["OrderEvent"][];
            /** @description Oldest first. */
            ledger: components["schemas"]["LedgerEntry"][];
        };
        PlacedOrderPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            /**
             * Format: int64
             * @description Newest `createTime` there was when page 1 was read; 0 when nothing matches.
             */
            maxCreateTime: number;
            orders: components["schemas"]["PlacedOrder"][];
        };
        /** @description An order paid or to be paid by Alipay. */
        AlipayOrder: {
            /** @description Number of the order. */
            orderId: string;
            /** @description Id of the plan. */
            orderType: number;
            /** @description Name of the plan; null when it is gone. */
            orderName?: string | null;
            userId: components["schemas"]["Id"];
            /** @description Null when the user is gone. */
            username: string | null;
            group?: number | null;
            /** @description The account it is for; null for a new one. */
            accountId?: number | null;
            port: components["schemas"]["AccountPort"];
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["OrderStatus"];
            alipayData: components["schemas"]["ProviderData"];
            createTime: components["schemas"]["Time"];
            expireTime: components["schemas"]["Time"];
        };
        AlipayOrderPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            orders: components["schemas"]["AlipayOrder"][];
        };
        /** @description An order paid or to be paid by PayPal. */
        PaypalOrder: {
            /** @description Number of the order. */
            orderId: string;
            /** @description Id of the plan. */
            orderType: number;
            /** @description Name of the plan; null when it is gone. */
            orderName?: string | null;
            userId: components["schemas"]["Id"];
            /** @description Null when the user is gone. */
            username: string | null;
            group?: number | null;
            /** @description The account it is for; null for a new one. */
            accountId?: number | null;
            port: components["schemas"]["AccountPort"];
            amount: components["schemas"]["Amount"];
            status: components["schemas"]["OrderStatus"];
            paypalData: components["schemas"]["ProviderData"];
            createTime: components["schemas"]["Time"];
            expireTime: components["schemas"]["Time"];
        };
        PaypalOrderPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            orders: components["schemas"]["PaypalOrder"][];
        };
        /** @description A reward for inviting somebody who paid. */
        RefOrder: {
            /** @description Number of the order. */
            orderId: string;
            userId: components["schemas"]["Id"];
            /** @description Null when the user is gone. */
            username: string | null;
            group: number | null;
            /** @description The account it is for; null for a new one. */
            accountId?: number | null;
            port: components["schemas"]["AccountPort"];
            refTime: components["schemas"]["Duration"];
            status: components["schemas"]["OrderStatus"];
            createTime: components["schemas"]["Time"];
        };
        RefOrderPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            orders: components["schemas"]["RefOrder"][];
        };
        /** @description A used recharge code. */
        GiftcardOrder: {
            /** @description The recharge code. */
            orderId: string;
            /** @description Id of the plan. */
            orderType: number;
            /** @description Name of the plan; null when it is gone. */
            orderName?: string | null;
            userId: components["schemas"]["Id"];
            /** @description Null when the user is gone. */
            username: string | null;
            group?: number | null;
            /** @description The account it is for; null for a new one. */
            accountId?: number | null;
            port: components["schemas"]["AccountPort"];
            status: components["schemas"]["OrderStatus"];
            /** @description When the code was used. */
            createTime: components["schemas"]["Time"];
        };
        GiftcardOrderPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            orders: components["schemas"]["GiftcardOrder"][];
        };
        /** @enum {string} */
        ProviderKind: "alipay" | "paypal";
        ProviderTest: {
            time: components["schemas"]["Time"];
            /**
             * @description `unknown app`: Alipay knows no such app. `wrong private key`: the key there does not belong to ours.
             *     `wrong public key`: the reply is not signed with the key we were given as Alipay's. `wrong secret`: PayPal
             *     does not take client id and secret. `not allowed`: the app may not do this.
             * @enum {string}
             */
            result: "works" | "unreachable" | "timeout" | "unknown app" | "wrong private key" | "wrong public key" | "wrong secret" | "not allowed" | "refused";
            /** @description The provider's own word. */
            detail: string | null;
        };
        Provider: components["schemas"]["AlipayProvider"] | components["schemas"]["PaypalProvider"];
        AlipayProvider: {
            /** @enum {string} */
            kind: "alipay";
            /** @description New orders may be paid this way. */
            on: boolean;
            /** @description Address of Alipay's gateway. */
            gateway: string;
            appId: string;
            /** @description Who is paid (2088…); empty when not checked. */
            sellerId: string;
            /** @description Base64, on one line. */
            alipayPublicKey: string;
            hasPrivateKey: boolean;
            /** @description What belongs to our private key and must be known to Alipay. Base64. */
            appPublicKey: string | null;
            /** @description Where Alipay tells of payments. */
            notifyUrl: string;
            /** @description Missing from older servers. */
            revision?: components["schemas"]["Revision"];
            tested: components["schemas"]["ProviderTest"] | null;
        };
        PaypalProvider: {
            /** @enum {string} */
            kind: "paypal";
            /** @description New orders may be paid this way. */
            on: boolean;
            /** @enum {string} */
            mode: "live" | "sandbox";
            /** @description A relay that is spoken to in place of PayPal; empty for PayPal itself. */
            address: string;
            clientId: string;
            hasClientSecret: boolean;
            /** @description Where PayPal may tell of payments (webhook). */
            notifyUrl: string;
            /** @description Missing from older servers. */
            revision?: components["schemas"]["Revision"];
            tested: components["schemas"]["ProviderTest"] | null;
        };
        ProviderInput: {
            data: components["schemas"]["AlipayProviderInput"] | components["schemas"]["PaypalProviderInput"];
            revision?: components["schemas"]["Revision"];
        };
        AlipayProviderInput: {
            /** @enum {string} */
            kind: "alipay";
            on: boolean;
            gateway: components["schemas"]["ProviderAddress"];
            appId: string;
            sellerId: string;
            alipayPublicKey: string;
            /** @description Left out or empty it stays as it is. */
            privateKey?: string;
        };
        PaypalProviderInput: {
            /** @enum {string} */
            kind: "paypal";
            on: boolean;
            /** @enum {string} */
            mode: "live" | "sandbox";
            address: components["schemas"]["ProviderAddress"] | "";
            clientId: string;
            /** @description Left out or empty it stays as it is. */
            clientSecret?: string;
        };
        ProviderAddress: string;
        /** @description Where the browser's maker takes messages for it. */
        PushEndpoint: string;
        PushClient: {
            endpoint: components["schemas"]["PushEndpoint"];
            /** @description Milliseconds since 1970, UTC. */
            expirationTime?: number | null;
            keys: {
                p256dh: string;
                auth: string;
            };
        };
        PushClientInput: {
            data: components["schemas"]["PushClient"];
            kinds?: components["schemas"]["PushKinds"];
            language?: components["schemas"]["Language"];
            /** @description The address this browser had before; it is forgotten, and its choices move here. */
            replaces?: components["schemas"]["PushEndpoint"];
        };
        PushClientRemoval: {
            data?: {
                endpoint: components["schemas"]["PushEndpoint"];
            };
        } | null;
        /** @description What to notify about. What is not for the person's role is never sent. */
        PushKinds: ("signUp" | "payment" | "paymentStuck" | "message" | "serverDown" | "serverUp" | "allowance" | "backupBehind" | "backupWell" | "certificateEnding" | "certificateWell" | "portsShort" | "trialsRefused" | "reply" | "delivered" | "reward" | "ending" | "runningOut" | "usedUp" | "notice")[];
        PushChoices: {
            /** @description Null is everything. */
            kinds: components["schemas"]["PushKinds"] | null;
            /** @description Null is the language of the site. */
            language: components["schemas"]["Language"] | null;
        };
        PushKey: {
            /** @description VAPID key, base64url. */
            publicKey: string;
        };
        RefCode: {
            /** @description Missing from older servers. */
            id?: components["schemas"]["Id"];
            code: string;
            /** @description How many users it may invite. */
            maxUser: number;
            /** @description How many it did. */
            count: number;
        };
        RefCodeRow: {
            id: components["schemas"]["Id"];
            code: string;
            /** @description The owner. */
            email: string;
            /** @description How often its link was opened. */
            visit: number;
            /** @description How many users it may invite. */
            maxUser: number;
            /** @description How many it did. */
            count: number;
        };
        RefCodePage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            code: components["schemas"]["RefCodeRow"][];
        };
        RefUser: {
            code: string;
            /** @description The user who was invited. */
            id: components["schemas"]["Id"];
            email: string;
            time: components["schemas"]["Time"];
        };
        Referral: {
            id: components["schemas"]["Id"];
            code: string;
            /** @description Who invited. */
            sourceUserId: components["schemas"]["Id"];
            /** @description E-mail address of who invited. */
            sourceUser: string;
            /** @description Who was invited. */
            userId: components["schemas"]["Id"];
            /** @description E-mail address of who was invited. */
            user: string;
            time: components["schemas"]["Time"];
        };
        ReferralPage: {
            total: number;
            page: number;
            maxPage: number;
            pageSize: number;
            user: components["schemas"]["Referral"][];
        };
        NewRefCodes: {
            /** @description How many codes. */
            number: number;
            /** @description How many users each may invite. */
            max: number;
        };
        RefCodeInput: {
            maxUser: number;
        };
        UserSearch: {
            search: string;
        };
        UserName: {
            id: components["schemas"]["Id"];
            username: string;
        };
        Findings: {
            users: {
                id: components["schemas"]["Id"];
                /** @enum {string} */
                type: "normal" | "admin";
                username: string;
                comment: string;
            }[];
            accounts: {
                id: components["schemas"]["Id"];
                port: number;
                /** @description Whose it is. */
                username: string | null;
                connection?: components["schemas"]["ConnectionSummary"];
            }[];
            orders: {
                orderId: string;
                kind: components["schemas"]["OrderKind"];
                username: string | null;
                createTime: components["schemas"]["Time"];
            }[];
            giftcards: {
                id: components["schemas"]["Id"];
                code: string;
                batchNumber: components["schemas"]["Id"];
                /** @enum {string} */
                status: "AVAILABLE" | "USED" | "REVOKED";
            }[];
            servers: components["schemas"]["Finding"][];
            plans: components["schemas"]["Finding"][];
            articles: components["schemas"]["Finding"][];
        };
        Finding: {
            id: components["schemas"]["Id"];
            name: string;
        };
        TunnelNet: string;
        /** @description IPv6 network of WireGuard's clients, a /64 such as fd10:100::/64; null for no IPv6, dropped for other types. Ours. */
        TunnelNet6: string | null;
        /** @description Addresses that WireGuard's clients look names up at, with commas between them; null for the site's `wireguardDns` or 8.8.8.8, dropped for other types. Ours. */
        TunnelDns: string | null;
        /** @description Bytes of a packet inside WireGuard; null for 1420, dropped for other types. Ours. */
        TunnelMtu: number | null;
        /** @description What AmneziaWG changes about WireGuard's packets, the same on the server and in every device's configuration: junk packets before a handshake (`jc`, of `jmin` to `jmax` bytes), bytes before its two packets (`s1`, `s2`, with `s1` + 56 not `s2`) and the types of packets (`h1` to `h4`, all different). Ours. */
        Amnezia: {
            jc: number;
            jmin: number;
            jmax: number;
            s1: number;
            s2: number;
            h1: number;
            h2: number;
            h3: number;
            h4: number;
        } | null;
        /** @description IPv6 network of WireGuard's clients; null for no IPv6. Ours. */
        ShownNet6: string | null;
        /** @description What WireGuard's clients look names up at; null for the site's `wireguardDns` or 8.8.8.8. Ours. */
        ShownDns: string | null;
        /** @description Bytes of a packet inside WireGuard; null for 1420. Ours. */
        ShownMtu: number | null;
        /** @description Whether a machine can carry WireGuard, and what it could have. */
        WireGuardCheck: {
            /**
             * @description `ready`; `noRights`: neither root nor CAP_NET_ADMIN; `noTun`: no kernel module and no `/dev/net/tun`; `noProgram`: no kernel module and no wireguard-go; `noFirewall`: no nftables; `noAmnezia`: neither `awg` nor amneziawg-go, or a node's program that does not know it; `portTaken`, `rangeTaken`: something else has the port, or a route into the network or the one behind it; `away`: the machine does not answer, so nobody knows. Of a machine that has yet to join: `later`, as it is asked then; `rangeShared`: a server on another machine has the network, which works, but not for a device that is connected to both at once.
             * @enum {string}
             */
            state: "ready" | "noRights" | "noTun" | "noProgram" | "noFirewall" | "noAmnezia" | "portTaken" | "rangeTaken" | "away" | "later" | "rangeShared";
            /** @description What has the port of `portTaken`, where that is known: a server of ours by its name, the server whose account has it, or a program of the machine. Older servers leave it out. */
            holder?: {
                /** @enum {string} */
                kind: "server" | "account" | "program";
                name: string;
            } | null;
            /**
             * @description What would carry it; null where nothing would, or nobody knows.
             * @enum {string|null}
             */
            backend: "kernel" | "userspace" | "amneziawg" | null;
            /** @description Networks the machine has, with the interface or the server that has them. */
            used: {
                net: string;
                on: string;
            }[];
            /** @description What is free there as far as is known. */
            suggestion: {
                wgPort: components["schemas"]["Port"];
                net: string;
                net6: string;
            };
        };
        /** @enum {string} */
        ServerType: "Shadowsocks" | "WireGuard" | "Trojan";
        /**
         * @description Who opens the ports: `embedded` the Shadowsocks engine of this machine, `node` another machine of ours that dials in, `manager` a node agent reached by host and port with a password.
         * @enum {string}
         */
        Plane: "embedded" | "node" | "manager";
        ServerPort: {
            /** @description The port on the server, its shift included. */
            port: number;
            /** @description The account's password; a public key on WireGuard, a hash on Trojan. */
            password: string;
        };
        ServerPortError: {
            /** @description The port on the server, its shift included. */
            port: number;
            /** @description Why it could not be opened. */
            reason: string;
        };
        /** @description A server as admins see it. */
        Server: {
            revision?: components["schemas"]["Revision"];
            id: components["schemas"]["Id"];
            type: components["schemas"]["ServerType"];
            name: string;
            /** @description The address the node agent is reached at, then, after colons, the names shown to clients. */
            host: string;
            /** @description The same as `host`, under its name in writes. Older servers leave it out. */
            address?: string;
            /** @description The node agent's port; null when embedded, or for another admin. */
            port: number | null;
            /** @description The node agent's password; empty when embedded, or for another admin. */
            password: string;
            /** @description Cipher. */
            method: string;
            /** @description What traffic is multiplied with when it is charged. */
            scale: number;
            comment: string;
            /** @description Added to an account's base port to get its port here; always 0 on WireGuard. */
            shift: number;
            publicShift?: components["schemas"]["ShownPublicShift"];
            /** @description WireGuard public key of the server. */
            key: string | null;
            /** @description WireGuard subnet such as 10.100.0.0/16. */
            net: string | null;
            /** @description WireGuard listening port. */
            wgPort: number | null;
            net6?: components["schemas"]["ShownNet6"];
            dns?: components["schemas"]["ShownDns"];
            mtu?: components["schemas"]["ShownMtu"];
            amnezia?: components["schemas"]["Amnezia"];
            /** @description Trojan port. */
            tjPort?: number | null;
            /** @description Extra fields for client formats, under the format's name. */
            pluginOptions?: {
                [key: string]: unknown;
            } | null;
            /** @description Version of the agent or of the embedded engine, or the number -1 when it does not answer. Only when asked for. */
            status?: string | number;
            /** @description Whether it is cut off: its agent cannot reach its probe site, or connections through it succeed from other machines and not from the console. Only when asked for. */
            isGfw?: boolean;
            /** @description How many addresses answered; left out when none did. Only when asked for. */
            number?: number;
            /** @description The open ports. Only in the detail. */
            ports?: components["schemas"]["ServerPort"][];
            /** @description Number of ports on its node that this console did not open and leaves alone. Only in the detail, for the main admin, and once the node was asked. Ours. */
            foreignPorts?: number;
            /** @description Number of open ports, null when not known. Ours. */
            portCount?: number | null;
            /** @description Server name for TLS; no effect on Shadowsocks and WireGuard. Ours. */
            sni?: string | null;
            /** @description Ours. */
            plane?: components["schemas"]["Plane"];
            /** @description The machine that carries it; null unless `plane` is `node`. Ours. */
            nodeId?: number | null;
            /**
             * @description What the node agent speaks; null unless `plane` is `manager`. Ours.
             * @enum {string|null}
             */
            driver?: "ssmgr" | "tiny" | "wireguard" | "libev" | "rust" | null;
            /** @description The server's tags, only for the main admin. Ours. */
            tags?: string[];
            /** @description Ports that should be open and could not be opened. Ours. */
            errors?: components["schemas"]["ServerPortError"][];
        };
        /** @description A server as its users see it; nothing of the node agent. */
        ServerForUser: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["ServerType"];
            /** @description One of the names shown to clients. */
            host: string;
            name: string;
            /** @description Cipher. */
            method: string;
            /** @description What traffic is multiplied with when it is charged. */
            scale: number;
            comment: string;
            /** @description Added to an account's base port to get its port here. */
            shift: number;
            publicShift?: components["schemas"]["ShownPublicShift"];
            /** @description WireGuard public key of the server. */
            key: string | null;
            /** @description WireGuard subnet. */
            net: string | null;
            /** @description WireGuard listening port. */
            wgPort: number | null;
            net6?: components["schemas"]["ShownNet6"];
            dns?: components["schemas"]["ShownDns"];
            mtu?: components["schemas"]["ShownMtu"];
            amnezia?: components["schemas"]["Amnezia"];
            /** @description Trojan port. */
            tjPort?: number | null;
            /** @description Server name for TLS. Ours. */
            sni?: string | null;
        };
        /** @description Added to every port of the server for clients, where a NAT or a relay passes other ones on to it; left out for 0, and in a change for what it is. A port that leaves 1 to 65535 with it is bad input, or `port outside` where it is an account's. */
        PublicShift: number;
        /** @description Added to a port of the server to get the one clients connect to. Older servers do not have it. */
        ShownPublicShift: number;
        /** @description `address` is the write name of `host`; one of them is needed. `port` and `password` are needed for a node agent only. */
        NewServer: {
            /** @description Left out for Shadowsocks. */
            type?: components["schemas"]["ServerType"];
            name: string;
            /** @description The address the node agent is reached at; after a colon each, names shown to clients in its place. Each is a host name, an IPv4 address or an IPv6 address, this one in brackets unless it stands alone; with a port, a scheme or a path it is bad input. Goes before `host` when both are given, but in a change where it is as it was: who sends back what was read may have changed either. */
            address?: string;
            /** @description The same as `address`. */
            host?: string;
            /** @description Left out for `embedded` when port or password is missing, else for `manager`, and in a change of a server that is `node` for that. Only Shadowsocks and WireGuard can be `embedded` or `node`; a new server is `node` with `nodeId`. */
            plane?: components["schemas"]["Plane"];
            /** @description The machine that has joined and is to carry the server; wanted with `plane` `node`, but left out or null in a change leaves the server on its machine. Another one moves it: its ports open there before they close where they were. Ours. */
            nodeId?: number | null;
            /** @description The node agent's port; required for `manager`. */
            port?: number | null;
            /** @description The node agent's password; required for `manager`. */
            password?: string | null;
            /** @description Cipher; left out for aes-256-gcm when it is embedded, else for aes-256-cfb. A cipher that the embedded engine or the node agent does not know is bad input. */
            method?: string;
            /** @description What traffic is multiplied with when it is charged; left out for 1. */
            scale?: number;
            /** @description Added to an account's base port; left out for 0, and 0 on WireGuard. */
            shift?: number;
            publicShift?: components["schemas"]["PublicShift"];
            comment?: string | null;
            /** @description WireGuard public key of a node agent's server; made by us on a machine of ours, and dropped for other types. */
            key?: string | null;
            /** @description WireGuard subnet such as 10.100.0.0/16; dropped for other types. On a machine of ours a private /16 whose second number is even, as the one behind it is for further devices; left out for a free one. */
            net?: string | null;
            /** @description WireGuard listening port, UDP; dropped for other types. Left out for 51820 or a free one on a machine of ours. */
            wgPort?: number | null;
            net6?: components["schemas"]["TunnelNet6"];
            dns?: components["schemas"]["TunnelDns"];
            mtu?: components["schemas"]["TunnelMtu"];
            /** @description Makes a WireGuard server on a machine of ours an AmneziaWG server, which needs `awg` or amneziawg-go there; null for WireGuard as it is, left out in a change for what it was, dropped for any other server. */
            amnezia?: components["schemas"]["Amnezia"];
            /** @description Trojan port; dropped for other types. */
            tjPort?: number | null;
            /** @description Server name for TLS. */
            sni?: string | null;
            /** @description Extra fields for client formats, as an object or as JSON text. */
            pluginOptions?: {
                [key: string]: unknown;
            } | string | null;
        };
        ServerChange: components["schemas"]["NewServer"] & {
            revision?: components["schemas"]["Revision"];
            /** @description Look at every account on it at once. */
            check?: components["schemas"]["FlagInput"];
        };
        LoginSession: {
            /** @description Names the session; it does not open it. */
            id: string;
            /** @description What the browser said it is when it logged in, at most 300 characters; empty for sessions of before. */
            userAgent: string;
            createTime: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description When it was last used, at most a day earlier; milliseconds since 1970, UTC.
             */
            lastTime: number;
            /** @description Whether it is the session of this call. */
            current: boolean;
        };
        /** @description Letter case and blanks around it do not matter. An address with letters outside ASCII is written in its ASCII form. */
        Email: string;
        /** @description As Email, and also what older releases took as one. */
        KnownEmail: string;
        Password: string;
        /** @description At least eight characters; fewer are refused with `password too short`. With `password too common` is refused what many people use, or what is too short without the names of the site and the person. */
        NewPassword: string;
        Token: string;
        /** @enum {string} */
        UserType: "normal" | "admin";
        /** @enum {string} */
        Language: "zh-CN" | "ja-JP" | "en-US" | "ru-RU";
        Status: {
            /** @description Missing for visitors. The main admin is the admin with id 1. */
            status?: components["schemas"]["UserType"];
            id?: components["schemas"]["Id"];
            email?: string;
            /** @description Version of the server. */
            version: string;
            /** @description Version of this document. Missing from older servers. */
            contract?: string;
            /** @description Name of the site. */
            title?: string;
            /** @description Name of the installed app. */
            shortTitle?: string;
            /** @description A palette name; any other text is ignored (Spec 5). */
            themePrimary: string;
            /** @description A palette name; any other text is ignored (Spec 5). */
            themeAccent: string;
            /** @description Colour of themePrimary as #RRGGBB. */
            browserColor: string;
            /** @description Public address of the site without a slash at the end. */
            site: string;
            /** @description Name of the home page's looks. */
            skin: string;
            /** @description Language of a person who has not chosen one; empty leaves it to the console. */
            language: string;
            /** @description Browsers keep the console to start it faster. */
            serviceWorker?: boolean;
            /** @description Browsers drop what they cached before this moment. Milliseconds. */
            serviceWorkerTime?: components["schemas"]["Time"];
            /** @description True while there is no main admin. */
            setup?: boolean;
            /**
             * @description Who may sign up; invited are those with a referral code. Visitors only; missing from older servers.
             * @enum {string}
             */
            signUp?: "open" | "invited" | "closed";
            /** @description Somebody here logs in by a passkey. Visitors only; missing from older servers. */
            passkey?: boolean;
            /** @description There are articles for everybody. Visitors only; missing from older servers. */
            help?: boolean;
            /** @description Visitors are shown plans. Visitors only; missing where not. Ours. */
            front?: boolean;
            /** @description The language of a visitor's browser goes before `language`. Missing where not. Ours. */
            browserLanguage?: boolean;
            /** @description The link to where customers get help, such as `mailto:help@example.com`. Missing where there is none. Ours. */
            support?: string;
            /** @description The site's own pictures. Missing where there are none. Ours. */
            brand?: components["schemas"]["Brand"];
            /** @description Where customers get the apps of this site. Missing where the usual places do. Ours. */
            appDownloads?: components["schemas"]["AppDownloads"];
            /** @description Who is logged in is an admin who sees what this customer sees, and may change nothing. Missing otherwise. Ours. */
            seenBy?: {
                /** @description The admin. */
                id: components["schemas"]["Id"];
                /** @description How long it lasts from now on. */
                expiresIn: components["schemas"]["Duration"];
            };
            /** @description Of an admin other than the main admin. Missing for everybody else. Ours. */
            permissions?: {
                /** @description `group`, `readOnly`, `support`, `finance`, `reseller`, or one that is yet to come. */
                kind: string;
                /** @description The operations this admin may call. */
                operations: string[];
            };
            /** @description Since when traffic is known by month: in charts older months, or the part of one before it, read 0 without being known to be. Milliseconds. Missing for visitors. Ours. */
            monthsSince?: components["schemas"]["Time"];
            /** @description Name servers in WireGuard configurations; missing is 8.8.8.8. */
            wireguardDns?: string;
            alipay?: boolean;
            paypal?: boolean;
            /** @enum {string} */
            paypalMode?: "live" | "sandbox";
            giftcard?: boolean;
            telegram?: boolean;
            /** @description Users may invite others. */
            refCode?: boolean;
            /** @description Subscription links are on. */
            subscribe?: boolean;
            /** @description The account screen of users leaves technical details out. */
            simple?: boolean;
            /** @description Users may register devices. */
            macAccount?: boolean;
            /** @description How many WireGuard devices an account may have besides its own key. Older servers know none. */
            wireGuardDevices?: number;
            /** @description Whether the private keys of such devices can be shown again. */
            keepDeviceKeys?: boolean;
            /** @description The user may own several accounts. Normal users only. */
            multiAccount?: components["schemas"]["Flag"];
            /** @description Users also see servers they may not use. Normal users only. */
            showAllServer?: boolean;
            /** @description Key browsers subscribe with (VAPID, base64url). Admins only. */
            pushPublicKey?: string;
            /** @description Older servers only. */
            google_login_client_id?: string;
            /** @description Older servers only. */
            facebook_login_client_id?: string;
            /** @description Older servers only. */
            github_login_client_id?: string;
            /** @description Older servers only. */
            twitter_login_client_id?: boolean;
            /** @description Older servers only. */
            crisp?: string;
        };
        LogIn: {
            email: components["schemas"]["KnownEmail"];
            password: components["schemas"]["Password"];
            /** @description Only with a second factor. */
            code?: components["schemas"]["LogInCode"];
        };
        LoggedIn: {
            type: components["schemas"]["UserType"];
            id: components["schemas"]["Id"];
        };
        SignUp: {
            email: components["schemas"]["Email"];
            code: string;
            password: components["schemas"]["NewPassword"];
            /** @description Referral code. */
            ref?: string | null;
            /** @description Where no trial account is left (`no trial`) the user is created without one. Older servers know none. */
            withoutTrial?: boolean;
        };
        CodeRequest: {
            email: components["schemas"]["Email"];
            /** @description Referral code. */
            refCode?: string | null;
        };
        ResetLinkRequest: {
            /** @description Letter case and blanks around it do not matter. */
            email: string;
        };
        PasswordReset: {
            token: components["schemas"]["Token"];
            password: components["schemas"]["NewPassword"];
        };
        MacLogIn: {
            /** @description Twelve hex digits in any letter case; hyphens and colons are ignored (Spec 5). */
            mac: string;
        };
        TelegramLogIn: {
            token: components["schemas"]["Token"];
        };
        ReferralVisit: {
            /** @description Missing means false. */
            valid?: boolean;
        };
        SetUp: {
            token: components["schemas"]["Token"];
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
            title: string;
            language: components["schemas"]["Language"];
            /** @description The zone of the site, by its name; one that is unknown is not taken. Ours. */
            timeZone?: string;
        };
        AppFile: {
            name: string;
            /**
             * Format: int64
             * @description Bytes.
             */
            size: number;
            /** @description 64 hex digits. */
            sha256: string;
            /**
             * Format: int64
             * @description When it was stored, ms.
             */
            time: number;
        };
        AppFiles: {
            files: components["schemas"]["AppFile"][];
            /** @description Where customers download them: with the name behind it. */
            address: string;
        };
        AppFilePiece: {
            /** @description Drawn by the client for each file it sends. */
            upload: string;
            /** @description Where the piece belongs, bytes. */
            from: number;
            /** @description The size of the whole file, bytes. */
            size: number;
            /** @description The piece in base64. */
            data: string;
        };
        AppFileReceived: {
            /** @description Bytes that are there. */
            received: number;
        };
        FirstSteps: {
            /** @description Whether they were put away. */
            over: boolean;
            /** @description Whether any account has ever carried traffic. */
            connected: boolean;
        };
        /** @description Names a picture by its content. */
        PictureHash: string;
        /** @enum {string} */
        BrandPart: "logo" | "icon";
        BrandPictures: {
            pictures: {
                name: components["schemas"]["BrandPictureName"];
                /** @description PNG as base64. */
                data: string;
            }[];
        };
        /** @enum {string} */
        BrandPictureName: "logo" | "icon512" | "icon192" | "icon180" | "icon64" | "maskable512";
        /** @description The site's own pictures, each at `/api/home/brand/{hash}`. */
        Brand: {
            logo?: {
                hash: components["schemas"]["PictureHash"];
                /** @description Pixels. */
                width: number;
                /** @description Pixels. */
                height: number;
            };
            /** @description The icon at 192 by 192 pixels. */
            icon?: components["schemas"]["PictureHash"];
        };
        Revised: {
            /** @description Missing from older servers. */
            revision?: components["schemas"]["Revision"];
        };
        SavedSetting: {
            /** @description Names what is kept now. */
            revision: components["schemas"]["Revision"];
        };
        /** @enum {string} */
        ThemeColour: "red" | "pink" | "purple" | "deep-purple" | "indigo" | "blue" | "light-blue" | "cyan" | "teal" | "green" | "light-green" | "lime" | "yellow" | "amber" | "orange" | "deep-orange" | "brown" | "grey" | "blue-grey";
        BaseSetting: {
            /** @description Name of the site. */
            title?: string;
            /** @description Name of the installed app. */
            shortTitle?: string;
            themePrimary?: components["schemas"]["ThemeColour"];
            themeAccent?: components["schemas"]["ThemeColour"];
            /** @description Browsers keep the console to start it faster. */
            serviceWorker?: boolean;
            /** @description Browsers drop what they cached before this moment. Milliseconds. */
            serviceWorkerTime?: components["schemas"]["Time"];
            /** @description Language of a person who has not chosen one. Missing from older servers. */
            language?: components["schemas"]["Language"];
            /** @description The zone of the dates that the server writes and reads, by its name such as `Asia/Shanghai`; empty or missing is that of the installation. Ours. */
            timeZone?: string;
            /** @description Name servers in WireGuard configurations, with commas between them; empty or missing is 8.8.8.8. */
            wireguardDns?: string;
            /** @description Stands under every mail; empty or missing is nothing. Ours. */
            mailFooter?: string;
            /** @description Where customers get help: a web address, an email address or a Telegram name such as `@example`; empty or missing is none. Ours. */
            support?: string;
            /** @description What subscriptions announce to client programs, and to a browser that opens their link; empty or missing is nothing. Ours. */
            announcement?: string;
            /** @description Anybody may see whether the servers serve, without logging in. Ours. */
            statusPage?: boolean;
            /** @description What visitors are shown of the shop; missing is nothing. Ours. */
            frontPage?: components["schemas"]["FrontPageSetting"];
            /** @description The language of a visitor's browser goes before `language`. Ours. */
            browserLanguage?: boolean;
            /** @description Where customers get apps instead of the usual places. Ours. */
            appDownloads?: components["schemas"]["AppDownloads"];
        };
        FrontPageSetting: {
            isEnable: boolean;
            /** @description What is offered, in one line. */
            line: string;
            /** @description Ids of the plans that are shown. */
            plans: components["schemas"]["Id"][];
            /** @description Whether the account of a new user is shown. */
            trial: boolean;
            /** @description Whether search engines may list the page. */
            isIndexed: boolean;
        };
        AppDownloads: {
            /** @description Short name of a client app. */
            app: string;
            /** @enum {string} */
            system: "apple" | "android" | "windows" | "mac" | "linux" | "router";
            /** @description Where it is downloaded from. */
            url: string;
        }[];
        KeptBaseSetting: components["schemas"]["BaseSetting"] & components["schemas"]["Revised"] & {
            /** @description The zone of the installation. Missing from older servers. Ours. */
            homeTimeZone?: string;
        };
        BaseSettingInput: {
            data: components["schemas"]["BaseSetting"];
            revision?: components["schemas"]["Revision"];
        };
        AccountSetting: {
            /** @description The account a new user is given. */
            accountForNewUser?: {
                isEnable?: boolean;
                /** @description It comes from a plan; then type is the id of the plan and the rest does not count. */
                fromOrder?: boolean;
                /** @description 2 week, 3 month, 4 day, 5 hour; or the id of a plan. */
                type?: components["schemas"]["Id"];
                /** @description How many periods it lasts. */
                limit?: number;
                /** @description Traffic per period in megabytes of 1000000 bytes. */
                flow?: number;
                /** @description Ids of the servers it works on; null is all of them. */
                server?: components["schemas"]["Id"][] | null;
                /** @description 1: one quota over all servers. 0: a quota for each server. */
                multiServerFlow?: components["schemas"]["FlagInput"];
                /** @description It is deleted once it has expired; left out it is. Older servers leave it where that is left out. */
                autoRemove?: components["schemas"]["FlagInput"];
                /** @description How long it stays after that; left out three days. Older servers know none. */
                autoRemoveDelay?: components["schemas"]["Duration"];
            };
            signUp?: {
                /** @description Registration is open. */
                isEnable?: boolean;
            };
            /** @description Without effect; older consoles send it. */
            multiServerFlow?: components["schemas"]["FlagInput"];
            /** @description Ports for new accounts. */
            port?: {
                start?: number;
                end?: number;
                /** @description Any free port rather than the lowest. */
                random?: boolean;
                /** @description How many percent of the ports trial accounts may take that nothing was paid for; left out 40. As many may be set aside by open orders of people who never paid. 0: no trials. Older servers know no share. */
                trialShare?: number;
                /** @description Below how many percent of free ports the main admin is notified; left out 10, 0 never. Older servers do not notify. */
                warnFree?: number;
            };
            /** @description Group of new users; 0 for the default group. */
            defaultGroup?: number | null;
            /** @description Subscription links are on. */
            subscribe?: boolean;
            /** @description Users may register devices. */
            macAccount?: boolean;
            /** @description The account screen of users leaves technical details out. */
            simple?: boolean;
            /** @description Users also see servers they may not use. */
            showAllServer?: boolean;
            /** @description Users see the name of the plan an account came from. */
            showAccountOrderName?: boolean;
            /** @description How many WireGuard devices an account may have besides its own key; left out for 5. Older servers know none. */
            wireGuardDevices?: number;
            /** @description The private key of each account's own WireGuard device is kept, for subscriptions, older consoles and to be shown again; left out it is. Where it is false new ones are shown once. What was kept stays until it is renewed. Older servers keep them all. */
            keepOwnKeys?: boolean;
            /** @description The private keys of further devices are kept, so that they can be shown again; left out they are shown once. Sent as false, those that were kept are forgotten. */
            keepDeviceKeys?: boolean;
            /** @description All time of an account takes the terms of the plan paid for last, whatever either cost; a plan with shorter cycles only adds its time, also after the end; and the cycles move with the end. As older servers do it. Left out, the rest is exchanged by price, and cycles stay where they are. */
            timeTakesLastTerms?: boolean;
            /** @description For how many months of 31 days what each account carried is stored; left out for 27, which is as long as anything is. What servers carried stays. Ours. */
            historyMonths?: number;
            /** @description When customers are warned that an account ends or runs out. Older servers do not warn. */
            warnings?: {
                isEnable: boolean;
                /** @description Before the end. */
                days: number;
                /** @description Of a cycle's traffic. */
                percent: number;
                /** @description By mail as well. */
                mail: boolean;
            };
        };
        KeptAccountSetting: components["schemas"]["AccountSetting"] & components["schemas"]["Revised"];
        AccountSettingInput: {
            data: components["schemas"]["AccountSetting"];
            revision?: components["schemas"]["Revision"];
        };
        PaymentPeriod: {
            /** @description Name of the plan. */
            orderName?: string;
            /** @description Price in CNY; 0 when it cannot be paid that way. */
            alipay?: number;
            /** @description Price in USD; 0 when it cannot be paid that way. */
            paypal?: number;
            /** @description Traffic per period in megabytes of 1000000 bytes. */
            flow?: number;
            /** @description What an inviter gains: text such as 1d2h30m, or milliseconds. */
            refTime?: string | number;
            /** @description Ids of the servers; null is all of them. */
            server?: components["schemas"]["Id"][] | null;
            autoRemove?: components["schemas"]["FlagInput"];
            multiServerFlow?: components["schemas"]["FlagInput"];
        };
        PaymentSetting: {
            hour?: components["schemas"]["PaymentPeriod"];
            day?: components["schemas"]["PaymentPeriod"];
            week?: components["schemas"]["PaymentPeriod"];
            month?: components["schemas"]["PaymentPeriod"];
            season?: components["schemas"]["PaymentPeriod"];
            year?: components["schemas"]["PaymentPeriod"];
        };
        KeptPaymentSetting: components["schemas"]["PaymentSetting"] & components["schemas"]["Revised"];
        PaymentSettingInput: {
            data: components["schemas"]["PaymentSetting"];
            revision?: components["schemas"]["Revision"];
        };
        RefSetting: {
            /** @description Users may invite others. */
            useRef?: boolean;
            /** @description A referral code lets people sign up while registration is closed. */
            useWhenSignupClose?: boolean;
            /** @description Codes each user has. */
            refNumber?: number;
            /** @description Users each code may invite. */
            refUserNumber?: number;
        };
        KeptRefSetting: components["schemas"]["RefSetting"] & components["schemas"]["Revised"];
        RefSettingInput: {
            data: components["schemas"]["RefSetting"];
            revision?: components["schemas"]["Revision"];
        };
        Storage: {
            /**
             * @description `low` is less than 256 MiB; with `full` and `not writable` everything can be read and nothing can be changed.
             * @enum {string}
             */
            state: "ok" | "low" | "full" | "not writable";
            /** @description Bytes left on the disk of the database; null where it is another machine's. */
            free: number | null;
        };
        /** @enum {string} */
        ProfileApp: "mihomo" | "singbox";
        /** @description YAML for mihomo, JSON for sing-box. Empty is the standard profile. */
        ProfileContent: string;
        ProfileTemplate: {
            content: components["schemas"]["ProfileContent"];
            /** @description The standard profile as a template. */
            standard: string;
            revision: components["schemas"]["Revision"];
        };
        ProfileTemplateInput: {
            content: components["schemas"]["ProfileContent"];
            revision?: components["schemas"]["Revision"];
        };
        ProfileTemplateDraft: {
            content: components["schemas"]["ProfileContent"];
        };
        ProfilePreview: {
            problems: components["schemas"]["ProfileTemplateProblem"][];
            /** @description Missing where there are problems. */
            profile?: string;
        };
        ProfileTemplateProblem: {
            /**
             * @description `form` is a part of another form than apps read, `unknown name` a group, proxy or outbound that the template does not define, `no direct` a sing-box template without an outbound of type direct, `no servers` one in which no list holds `{servers}`.
             * @enum {string}
             */
            kind: "syntax" | "form" | "unknown name" | "double name" | "empty list" | "no direct" | "no servers";
            /** @description Where it is, as in `proxy-groups[0].proxies`; empty is the whole. */
            at?: string;
            name?: string;
            /** @description Where it is in the text; older servers give it for `syntax` alone. */
            line?: number;
        };
        /**
         * @description Those from sip008 to outline are ours; older servers do not know them. `android` and `mellow` are in old links only; `android` is answered like sip008, which its app reads. `outline` is one server, or the reason why there is none. surge is a whole profile, loon and quantumultx are lines of servers.
         * @enum {string}
         */
        SubscriptionType: "shadowrocket" | "potatso" | "ssr" | "ssd" | "clash" | "android" | "sip008" | "mihomo" | "singbox" | "surge" | "loon" | "quantumultx" | "outline" | "mellow";
        /** @description The link is `{site}/api/user/account/subscribe/{subscribe}` with query type, ip and flow. */
        Subscription: {
            /** @description The account's id. */
            id: components["schemas"]["Id"];
            /** @description The token, 32 hex digits. */
            subscribe: string;
        };
        TelegramSetting: {
            /** @description The bot's user name; null while there is none. */
            bot: string | null;
            /** @description What keeps the bot from hearing people. `conflict` is another program that uses the same bot. */
            problem: ("bot unknown" | "telegram unreachable" | "conflict") | null;
        };
        TelegramSettingInput: {
            /** @description What BotFather gave out, such as `123456:ABC-def`; null removes the bot. */
            token: string | null;
        };
        TelegramCode: {
            /** @description Eight digits. */
            code: string;
            /** @description User name of the bot. */
            telegram: string;
            /** @description Milliseconds until another code takes its place. Older servers leave it out. */
            remaining?: number;
        } | {
            /** @description The chat that is bound. */
            user: string;
        };
        Admin: {
            id: components["schemas"]["Id"];
            /** @description Name to log in with. */
            username: string;
            email: string;
            /** @description Telegram chat that is bound to this person. */
            telegram: string | null;
            type: components["schemas"]["UserType"];
            createTime: components["schemas"]["Time"];
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            lastLogin: number | null;
            /** @description Id of a group. */
            group: number;
            comment: string;
            /** @description The login of this person asks for a second step. Of admins only for the main admin; missing in lists, and from older servers. */
            secondFactor?: boolean;
            /** @description For the main admin, and of the caller. Ours. */
            permissions?: components["schemas"]["Permissions"];
        };
        User: components["schemas"]["Admin"] & {
            account: components["schemas"]["AccountRow"][];
            /** @description Who invited the user; missing if nobody did. */
            ref?: {
                id: components["schemas"]["Id"];
                email: string;
            };
        };
        /**
         * @description What keeps the account of a user from being used, the first that applies: never started or starting later, expired, banned on a server, or over its quota; `none` is no account.
         * @enum {string}
         */
        UserState: "usable" | "inactive" | "expired" | "banned" | "over" | "none";
        /** @description Days from now, or before now. */
        Days: number;
        UserRow: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["UserType"];
            email: string;
            username: string;
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            lastLogin: number | null;
            /** @description Port of one of the user's accounts. */
            port: number | null;
            /** @description One of the user's alipay orders; missing while alipay is off. */
            alipay?: string | null;
            comment?: string | null;
            /**
             * Format: int64
             * @description When the user signed up, ms since 1970. Ours.
             */
            createTime?: number;
            /** @description How many accounts the user owns. Ours. */
            accounts?: number;
            /** @description Of the accounts the one that ends last. Ours. */
            account?: components["schemas"]["AccountRow"] | null;
            /** @description Ours. */
            paid?: components["schemas"]["PaidSum"][];
        };
        /** @description What a user paid in one currency, less what was paid back. */
        PaidSum: {
            /** @enum {string} */
            currency: "CNY" | "USD";
            /**
             * Format: int64
             * @description Cents.
             */
            amount: number;
            /** @description How many orders were paid. */
            orders: number;
        };
        UserOrders: {
            paid: components["schemas"]["PaidSum"][];
            orders: components["schemas"]["PlacedOrder"][];
        };
        UserPassword: {
            password: components["schemas"]["NewPassword"];
        };
        UserPage: {
            /** @description Users over all pages. */
            total: number;
            more?: components["schemas"]["More"];
            page: number;
            maxPage: number;
            pageSize: number;
            users: components["schemas"]["UserRow"][];
        };
        RecentSignUp: {
            id: components["schemas"]["Id"];
            username: string;
            email: string;
            createTime: components["schemas"]["Time"];
            /** @description Port of one of the user's accounts. */
            port: number | null;
        };
        RecentLogin: {
            id: components["schemas"]["Id"];
            username: string;
            email: string;
            /**
             * Format: int64
             * @description Milliseconds since 1970, UTC.
             */
            lastLogin: number | null;
            /** @description Port of one of the user's accounts. */
            port: number | null;
        };
        UserCounts: {
            start: components["schemas"]["Time"];
            end: components["schemas"]["Time"];
            /** @description Users and admins there are, and the sums of the days. */
            total: {
                user: number;
                admin: number;
                signUp: number;
                login: number;
                paid: number;
            };
            days: {
                /** @description YYYY-MM-DD in the server's time zone. */
                date: string;
                signUp: number;
                /** @description Users whose latest login was that day. */
                login: number;
                /** @description Users with a finished order of that day. */
                paid: number;
            }[];
        };
        NewUser: {
            email: components["schemas"]["Email"];
            password: components["schemas"]["NewPassword"];
            /** @description A normal user unless the main admin says otherwise. */
            type?: components["schemas"]["UserType"];
            /** @description Of an admin the main admin creates; `group` where it is left out. Ours. */
            permissions?: components["schemas"]["Permissions"];
            /** @description The group of an admin the main admin creates. Ours. */
            groupId?: number;
            /** @description Makes a group of this name for the admin instead. Who gets permissions and neither of both has a new group named by the address, so that nobody sees customers they were not given. Ours. */
            groupName?: string;
        };
        /** @description What an admin other than the main admin may do within the own group. `group` is all of it, as on older servers; `readOnly` changes nothing, `support` answers customers and mends their access, `finance` downloads orders and lists, `reseller` adds customers and gives them plans. */
        Permissions: {
            /** @enum {string} */
            kind: "group" | "readOnly" | "support" | "finance" | "reseller";
            /** @description How many customers the group of a reseller may have. */
            maxCustomers?: number | null;
            /**
             * Format: int64
             * @description Bytes of a cycle of all accounts of the group's customers together.
             */
            maxTraffic?: number | null;
            /** @description The plans a reseller may give. */
            plans?: components["schemas"]["Id"][] | null;
        };
        UserComment: {
            comment: string;
        };
        UserEmail: {
            title: string;
            content: string;
            /** @description It holds a password and is not kept once sent. Ours. */
            secret?: boolean;
        };
        PasswordChange: {
            /** @description The password until now. */
            password: components["schemas"]["Password"];
            newPassword: components["schemas"]["NewPassword"];
        };
    };
    responses: {
        /** @description What was sent is not what is asked for, said in a sentence. */
        BadInput: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": string;
            };
        };
        /** @description Refused, without a word. */
        Refused: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Nobody is logged in, or somebody of another role. */
        NotLoggedIn: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The key has named another write, or the same one with other input. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": "key reused";
            };
        };
        /** @description There is no such thing. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Somebody changed it after it was read; read it again and decide. Only when a revision was sent. */
        ChangedMeanwhile: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "text/plain": "changed meanwhile";
            };
        };
    };
    parameters: {
        /** @description Counted from 1; 0, nothing and what is no number are 1. */
        page: number;
        /** @description More than the maximum counts as the maximum. */
        pageSize: number;
        search: string;
        /** @description State of the account that ends last. */
        stateOfUsers: components["schemas"]["UserState"];
        /** @description Its plan. */
        userPlan: components["schemas"]["Id"];
        /** @description Only users whose account has started and ends within so many days. */
        userEndsWithin: components["schemas"]["Days"];
        /** @description Only people who logged in within so many days. */
        userSeenWithin: components["schemas"]["Days"];
        /** @description Only people who have not logged in for so many days, or never. */
        userUnseenFor: components["schemas"]["Days"];
        accountId: components["schemas"]["Id"];
        serverId: components["schemas"]["Id"];
        nodeId: components["schemas"]["Id"];
        deviceId: components["schemas"]["Id"];
        /** @description 0 is the account's own key. */
        keyedDeviceId: number;
        userId: components["schemas"]["Id"];
        /** @description 0 is the default group. */
        groupId: number;
        whichProvider: components["schemas"]["ProviderKind"];
        /** @description Id of a plan. */
        orderId: components["schemas"]["Id"];
        appFileName: string;
        jobId: components["schemas"]["Id"];
        /** @description Names this write; sent again with the same key it is done once. Ours. */
        idempotencyKey: string;
        /** @description SHA-256 of the address the browser is registered with, base64url. */
        device: string;
        /** @description Only what came after this moment of the server's clock. Without it nothing is judged yet, and what is remembered is listed. */
        watchedSince: components["schemas"]["Time"];
        noticeId: components["schemas"]["Id"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listMyAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts, possibly none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getMyAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    countMyAccountIps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The count */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null where one of the servers does not answer. */
                        count: number | null;
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    changeMyAccountPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: components["schemas"]["AccountPassword"];
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    activateMyAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is active */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountQuery"];
            };
        };
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            /** @description The page still says what the tag in `If-None-Match` names (its `ETag` of before) */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    exportAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountView"];
            };
        };
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    countAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    views: components["schemas"]["AccountView"][];
                };
            };
        };
        responses: {
            /** @description The counts, in the same order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountCount"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listAccountsOfUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userIds: components["schemas"]["Id"][];
                };
            };
        };
        responses: {
            /** @description The accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOfUser"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listAllAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRow"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The new account's id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["Id"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Somebody holds the port; without a word when the owner, the plan or a server is unknown */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "port exists" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    editAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Somebody else holds the port; without a word when the account, the plan or a server is unknown */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "port exists" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    adjustAccountTime: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description Milliseconds to add; negative shortens. At most ten years either way.
                     */
                    time: number;
                    /** @description Accepted from older consoles and ignored. */
                    check?: components["schemas"]["FlagInput"];
                };
            };
        };
        responses: {
            /** @description Moved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    changeAccountPort: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    port: components["schemas"]["Port"];
                };
            };
        };
        responses: {
            /** @description Moved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Somebody else holds the port; without a word when the account is unknown */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "port exists" | "";
                };
            };
        };
    };
    resetAccountFlow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reset */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    getAccountByPort: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                port: components["schemas"]["Port"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRow"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getNewPort: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The free port */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        port: components["schemas"]["Port"];
                    };
                };
            };
            401: components["responses"]["NotLoggedIn"];
            /** @description Every port of the range is taken */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no free port" | "";
                };
            };
        };
    };
    getIpInfo: {
        parameters: {
            query?: {
                /** @description In which language the place is named; the site's when left out. */
                language?: "zh-CN" | "ja-JP" | "en-US" | "ru-RU";
            };
            header?: never;
            path: {
                /** @description IPv4 or IPv6 address as text */
                ip: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Place, then network operator */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listOnlineAccounts: {
        parameters: {
            query?: {
                serverId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Counts by server id, or account ids */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: number;
                    } | components["schemas"]["Id"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAccountServerIps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAddresses"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAccountIps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The addresses, each once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAddresses"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getAccountBan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The end of the ban, 0 when there is none or it is over */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        banTime: components["schemas"]["Time"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    banAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: int64
                     * @description Length in milliseconds, at most a year.
                     */
                    time: number;
                };
            };
        };
        responses: {
            /** @description Banned, or the ban is lifted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUnassignedAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRow"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listArticles: {
        parameters: {
            query?: {
                /** @description The page; counted from 1. */
                p?: number;
                /** @description Articles per page. */
                ps?: number;
                position?: string;
                category?: string;
                /** @description Leaves out what is written for readers of another language. Ours. */
                language?: components["schemas"]["Language"];
                /** @description Only guides for setting up a device. Ours. */
                guide?: boolean;
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of articles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticlePage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listArticleCategories: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                articleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The article */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Article"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleInput"];
            };
        };
        responses: {
            /** @description The id of the article */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArticleCreated"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    editArticle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                articleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ArticleInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteArticle: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                articleId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    watchMyAccount: {
        parameters: {
            query?: {
                /** @description Only what came after this moment of the server's clock. Without it nothing is judged yet, and what is remembered is listed. */
                since?: components["parameters"]["watchedSince"];
            };
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was seen */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWatch"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    watchAccount: {
        parameters: {
            query?: {
                /** @description Only what came after this moment of the server's clock. Without it nothing is judged yet, and what is remembered is listed. */
                since?: components["parameters"]["watchedSince"];
            };
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was seen */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountWatch"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                actorId?: components["schemas"]["Id"];
                subject?: components["schemas"]["AuditSubject"];
                subjectId?: number;
                /** @description Only what was done by one of these calls, by their operationId. */
                operation?: string[];
                /** @description Only what was done at this time or later. */
                from?: components["schemas"]["Time"];
                /** @description Only what was done before this time. */
                to?: components["schemas"]["Time"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                actorId?: components["schemas"]["Id"];
                subject?: components["schemas"]["AuditSubject"];
                subjectId?: number;
                /** @description Only what was done by one of these calls, by their operationId. */
                operation?: string[];
                /** @description Only what was done at this time or later. */
                from?: components["schemas"]["Time"];
                /** @description Only what was done before this time. */
                to?: components["schemas"]["Time"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getBackupStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How they are doing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupStatus"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    confirmBackupKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getRestore: {
        parameters: {
            query: {
                token: components["schemas"]["Token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far it has come */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RestoreStatus"];
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Nothing can be restored here */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "link used" | "not embedded";
                };
            };
        };
    };
    restoreBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RestoreRequest"];
            };
        };
        responses: {
            /** @description The server starts again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Nothing was restored */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "link used" | "not embedded" | "nothing fetched";
                };
            };
        };
    };
    fetchBackup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedBackup"];
            };
        };
        responses: {
            /** @description It has begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description It has not */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "link used" | "not embedded" | "invalid key";
                };
            };
        };
    };
    getCertificateStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it is doing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateStatus"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listMyDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    addMyDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceName"];
            };
        };
        responses: {
            /** @description The device with its private key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The account has as many as the setting allows, or one of this name; or its port has no address with WireGuard, or every address is taken */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "device limit" | "device name taken" | "no address";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    renameMyDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                deviceId: components["parameters"]["deviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceName"];
            };
        };
        responses: {
            /** @description Renamed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Another device of the account has this name */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "device name taken";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    removeMyDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                deviceId: components["parameters"]["deviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    renewMyKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                /** @description 0 is the account's own key. */
                deviceId: components["parameters"]["keyedDeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device with its private key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The account's port has no address with WireGuard */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no address";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    listDevices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The devices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    addDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceName"];
            };
        };
        responses: {
            /** @description The device with its private key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The account has as many as the setting allows, or one of this name; or its port has no address with WireGuard, or every address is taken */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "device limit" | "device name taken" | "no address";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    renameDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                deviceId: components["parameters"]["deviceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceName"];
            };
        };
        responses: {
            /** @description Renamed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Another device of the account has this name */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "device name taken";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    removeDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                deviceId: components["parameters"]["deviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    renewKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
                /** @description 0 is the account's own key. */
                deviceId: components["parameters"]["keyedDeviceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device with its private key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardDevice"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The account's port has no address with WireGuard */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no address";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    listUnexpectedEnds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When and why. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnexpectedEnd"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    beginPasskeyLogIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the browser is given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            403: components["responses"]["Refused"];
        };
    };
    logInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedIn"];
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Not logged in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "passkey unknown" | "challenge expired" | "another address" | "";
                };
            };
        };
    };
    getFactors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Factors"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description The secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was made */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "already on" | "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address";
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpConfirmation"];
            };
        };
        responses: {
            /** @description It is on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description It is not on */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not begun" | "wrong code" | "code retry out of limit";
                };
            };
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description It is off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was changed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address" | "";
                };
            };
        };
    };
    newRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The codes before still hold */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address" | "";
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The passkeys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    beginPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description What the browser is given */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyWish"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description No passkey is made */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "too many passkeys" | "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address";
                };
            };
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description It is kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description It is not kept */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "challenge expired" | "another address" | "passkey exists" | "too many passkeys" | "";
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                passkeyId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description Forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was changed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address" | "";
                };
            };
        };
    };
    removeAdminFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    removeUserFactors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getShopFigures: {
        parameters: {
            query?: {
                /** @description Whose days are meant */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShopFigures"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getPaidFigures: {
        parameters: {
            query?: {
                /** @description Whose days are meant */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By currency, the one with most of it first; those without any are left out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaidFigures"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getMyFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list with one number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CycleFlow"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getMyLastConnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastConnect"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getMyFlowChart: {
        parameters: {
            query?: {
                /** @description Which window; left out when `time` lists borders. */
                type?: components["schemas"]["Period"];
                /** @description Any moment inside the window (left out for now), or two or more borders. */
                time?: components["schemas"]["ChartTimes"];
                /** @description The zone whose hours, days and weeks are meant. */
                tz?: components["schemas"]["TimeZone"];
                /** @description 1 for the bytes that were carried, no scale applied. */
                raw?: "" | "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description 0 for all servers. */
                serverId: number;
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bytes per slot, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chart"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getMyUsage: {
        parameters: {
            query?: {
                /** @description The zone whose days, weeks and months are meant. */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Today, this week, this month */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bytes"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getServerFlow: {
        parameters: {
            query?: {
                /** @description Which window; left out when `time` lists borders. */
                type?: components["schemas"]["Period"];
                /** @description Any moment inside the window (left out for now), or two or more borders. */
                time?: components["schemas"]["ChartTimes"];
                /** @description The zone whose hours, days and weeks are meant. */
                tz?: components["schemas"]["TimeZone"];
                /** @description Only this account's traffic. */
                accountId?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                serverId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Bytes per slot, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chart"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    listServerFlowByUser: {
        parameters: {
            query?: {
                /** @description Which window; left out for a day. */
                type?: components["schemas"]["Period"];
                /** @description Any moment inside the window; left out for now. Only the first counts. */
                time?: components["schemas"]["ChartTimes"];
                /** @description The zone whose hours, days and weeks are meant. */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per account with traffic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserFlow"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    getServerLastHour: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Twelve slots, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastHour"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    getAccountFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A list with one number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CycleFlow"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    getAccountLastConnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastConnect"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    listAccountFlowByServer: {
        parameters: {
            query?: {
                /** @description Which window; left out for a day. */
                type?: components["schemas"]["Period"];
                /** @description Any moment inside the window; left out for now. Only the first counts. */
                time?: components["schemas"]["ChartTimes"];
                /** @description The zone whose hours, days and weeks are meant. */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per server with traffic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerFlow"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listTopFlow: {
        parameters: {
            query?: {
                /** @description How many users at most. */
                number?: number;
                /** @description The zone whose midnight is meant. */
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per user with traffic */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TopFlow"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getAccountLastConnectAnywhere: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastConnect"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listGiftcardBatches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batches, by number. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardBatch"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getGiftcardBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batchNumber: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardBatchDetail"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    createGiftcardBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGiftcardBatch"];
            };
        };
        responses: {
            /** @description The number of the batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batchNumber: components["schemas"]["Id"];
                    };
                };
            };
            /** @description The count, the plan or the comment is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "Bad parameters";
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    revokeGiftcardBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    batchNumber: components["schemas"]["Id"];
                };
            };
        };
        responses: {
            /** @description No code of the batch can be used any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    redeemGiftcardForUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: components["schemas"]["GiftcardCode"];
                    userId: components["schemas"]["Id"];
                    /** @description Must belong to that user. */
                    accountId?: components["schemas"]["AccountToRenew"];
                };
            };
        };
        responses: {
            /** @description What became of the code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardRedemption"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    redeemGiftcard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: components["schemas"]["GiftcardCode"];
                    accountId?: components["schemas"]["AccountToRenew"];
                };
            };
        };
        responses: {
            /** @description What became of the code. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardRedemption"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    listGroups: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    createGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInput"];
            };
        };
        responses: {
            /** @description Created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    getGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 0 is the default group. */
                groupId: components["parameters"]["groupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 0 is the default group. */
                groupId: components["parameters"]["groupId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteGroup: {
        parameters: {
            query?: {
                /** @description Its users join the default group instead of standing in the way. */
                moveUsers?: boolean;
            };
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description 0 is the default group. */
                groupId: components["parameters"]["groupId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Somebody still needs the group; without a word when there is no such group. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "default group" | "users in this group" | "admins in this group" | "new users join this group" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    setUserGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description 0 is the default group. */
                groupId: components["parameters"]["groupId"];
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listServerLights: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lights, by server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerLights"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listServerOutages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The outages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Outage"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    listMyOutages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The times */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        serverId: components["schemas"]["Id"];
                        from: components["schemas"]["Time"];
                        /** @description Null while it lasts. */
                        to: number | null;
                    }[];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getServiceStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceStatus"];
                };
            };
        };
    };
    previewImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportTable"];
            };
        };
        responses: {
            /** @description What would happen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPreview"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description A quoted cell never ends (`not a table`), the heading lacks the address, the port or the name (`no heading`), there is no row, or there are more than 20,000. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not permitted" | "not a table" | "no heading" | "no rows" | "too many rows" | "";
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportTable"] & {
                    expected: number;
                };
            };
        };
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description As previewImport, and when another number of rows can be added by now. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not permitted" | "not a table" | "no heading" | "no rows" | "too many rows" | "table changed" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createJob: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    selection: components["schemas"]["JobSelection"];
                    action: components["schemas"]["JobAction"];
                    expected?: number;
                };
            };
        };
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Another number matches, or nothing does; without a word when a group or server is unknown. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "selection changed" | "nothing selected" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    previewJob: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    selection: components["schemas"]["JobSelection"];
                    action: components["schemas"]["JobAction"];
                };
            };
        };
        responses: {
            /** @description What would happen. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobPreview"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: components["parameters"]["jobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job, with its first 200 failures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobDetail"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    cancelJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: components["parameters"]["jobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancelled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    undoJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                jobId: components["parameters"]["jobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listMacAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The MAC rows */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacRow"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listUserMacs: {
        parameters: {
            query: {
                userId: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The MAC addresses */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacAddress"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editMacAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MacChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The address is registered already; without a word when the row is unknown, or the account is not its owner's */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "mac exists";
                };
            };
        };
    };
    deleteMacAccount: {
        parameters: {
            query?: {
                /** @description The MAC row's id */
                id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    id?: components["schemas"]["Id"];
                };
            };
        };
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    addMacAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                mac: components["schemas"]["MacText"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    userId: components["schemas"]["Id"];
                    /** @description One of the user's accounts; null or left out for the first. */
                    accountId?: number | null;
                    /** @description The preferred server; null or left out for none. */
                    serverId?: number | null;
                };
            };
        };
        responses: {
            /** @description Registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The address is registered already; without a word when the user, the account or the server is unknown */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "mac exists";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listMyMacs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The MAC addresses, one or none */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacAddress"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    addMyMac: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    mac: components["schemas"]["MacText"];
                };
            };
        };
        responses: {
            /** @description Registered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The address is registered already, or the caller has one; without a word when MAC addresses are switched off, or after too many tries */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "mac exists" | "only one mac";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getMacConfig: {
        parameters: {
            query?: {
                /** @description Which servers; left out for Shadowsocks. */
                type?: "Shadowsocks" | "WireGuard";
                /** @description 1 leaves out the password of `default`. */
                noPassword?: "0" | "1" | "true" | "false";
                /** @description 1 skips counting; `currentFlow` is then -1. */
                noFlow?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                mac: components["schemas"]["MacText"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferred server, then all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MacConfig"];
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    listMacNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mac: components["schemas"]["MacText"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    getMailTemplate: {
        parameters: {
            query: {
                type: components["schemas"]["MailType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTemplate"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editMailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTemplateInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailServer"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailServerInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "password needed" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    testMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTestInput"];
            };
        };
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTest"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                status?: components["schemas"]["MailStatus"];
                kind?: components["schemas"]["MailKind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    retryMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mailId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is tried again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description It is not */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "too late" | "already sent" | "";
                };
            };
        };
    };
    mailEndingAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description For how many accounts a mail is in the outbox now, and for how many there was one before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mailed: number;
                        before: number;
                    };
                };
            };
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was sent */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no mail server" | "";
                };
            };
        };
    };
    listConversations: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. Ours. */
                pageSize?: number;
                search?: components["parameters"]["search"];
                /** @description The latest message first, or who waits for an answer longest. Ours. */
                sort?: "newest" | "oldest";
                /** @description Only the conversation of this user. Ours. */
                userId?: components["schemas"]["Id"];
                /** @description Only conversations in this state. Older servers list all of them. */
                state?: components["schemas"]["ConversationState"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversations */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Only messages after this moment. */
                lasttime?: components["schemas"]["Time"];
                /** @description The last 200 before this message. Older servers list the last 200 of all. Ours. */
                before?: components["schemas"]["Id"];
            };
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnswer"];
            };
        };
        responses: {
            /** @description Kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was sent. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no picture" | "no room" | "";
                };
            };
        };
    };
    getMessagePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
                pictureId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            /** @description There is no such picture in this conversation */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    getMyMessagePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pictureId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The caller has no such picture */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    listMyMessages: {
        parameters: {
            query?: {
                /** @description Only messages after this moment. */
                lasttime?: components["schemas"]["Time"];
                /** @description The last 200 before this message. Older servers list the last 200 of all. Ours. */
                before?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    sendMyMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description Kept */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was sent. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "too many messages" | "too many pictures" | "no picture" | "no room";
                };
            };
        };
    };
    readMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRead"];
            };
        };
        responses: {
            /** @description Noted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    finishConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationEnd"];
            };
        };
        responses: {
            /** @description Noted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getSavedAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The texts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAnswers"] & components["schemas"]["Revised"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    editSavedAnswers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    data: components["schemas"]["SavedAnswers"];
                    revision?: components["schemas"]["Revision"];
                };
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getUnreadMessages: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationCounts"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    readMyMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageRead"];
            };
        };
        responses: {
            /** @description Noted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getMyUnreadMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unread"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listNodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The nodes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Node"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createNodeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    server: components["schemas"]["NodeServerDraft"];
                } | {
                    nodeId: components["schemas"]["Id"];
                };
            };
        };
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["Id"];
                        /** @description What to paste on the machine, as root. */
                        command: string;
                        expireTime: components["schemas"]["Time"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description This console has no program to hand out, as it was not built. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not built" | "";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    getNodeInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                inviteId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodeInvite"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    renameNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeId: components["parameters"]["nodeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    revision?: components["schemas"]["Revision"];
                    name: string;
                    /**
                     * Format: int64
                     * @description Bytes in a calendar month, both ways; null is no limit, left out keeps it.
                     */
                    trafficLimit?: number | null;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeId: components["parameters"]["nodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description A server is on it still; delete it, or move it to another machine. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "carries servers" | "";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    revokeNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeId: components["parameters"]["nodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked, or it was before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    upgradeNode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                nodeId: components["parameters"]["nodeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request was sent to the node */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The node has no link right now, or this console has no program to hand out, as it was not built. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not linked" | "not built" | "";
                };
            };
            404: components["responses"]["NotFound"];
        };
    };
    listMyNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    getNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                noticeId: components["parameters"]["noticeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notice */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notice"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                noticeId: components["parameters"]["noticeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    replaceNotice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                noticeId: components["parameters"]["noticeId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                noticeId: components["parameters"]["noticeId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    listOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlan"];
            };
        };
        responses: {
            /** @description The plan is on offer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    exportPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a plan. */
                orderId: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a plan. */
                orderId: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            /** @description The plan is replaced. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Without a word when it names what nobody knows. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "port exists" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Id of a plan. */
                orderId: components["parameters"]["orderId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Something still needs the plan; without a word when there is no such plan. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "account with this order exists" | "giftcard with this order exists" | "flowpack order exists" | "unfinished order exists" | "new users get this order" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listMyPlans: {
        parameters: {
            query?: {
                /** @description The account to renew. Missing, 0, or one of the texts older consoles send means a new account. */
                accountId?: number | ("" | "null" | "undefined" | "NaN");
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans, in no particular order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getFrontPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FrontPage"];
                };
            };
        };
    };
    listMyOrders: {
        parameters: {
            query?: {
                /** @description 1 also lists orders that can still be paid, or whose payment is being checked or came with another amount. Ours. */
                unpaid?: components["schemas"]["Flag"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders; the console hides its menu entry when there is none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOrder"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createAlipayOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderToPlace"];
            };
        };
        responses: {
            /** @description The order and what to show to the payer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlipayPayment"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused; with a word when the plan has another price by now than the payer was shown, or could not be delivered: no port is free for a new account (`no port`), or another account has this one's port on a server that the plan brings (`port taken`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "price changed" | "no port" | "port taken" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getAlipayOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    orderId: components["schemas"]["OrderNumber"];
                };
            };
        };
        responses: {
            /** @description The status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderProgress"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createPaypalOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrderToPlace"];
                "application/x-www-form-urlencoded": components["schemas"]["OrderToPlaceForm"];
            };
        };
        responses: {
            /** @description The order at PayPal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What PayPal calls the order. */
                        paymentID: string;
                        /** @description Where the payer agrees; a page of PayPal. Ours. */
                        approvalUrl?: string;
                        /** @description What is to be paid, in USD. Ours. */
                        amount?: components["schemas"]["Amount"];
                        /** @description Until when it can be paid. Ours. */
                        expireTime?: components["schemas"]["Time"];
                        expiresIn?: components["schemas"]["ExpiresIn"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused; with a word when the plan has another price by now than the payer was shown, or could not be delivered: no port is free for a new account (`no port`), or another account has this one's port on a server that the plan brings (`port taken`). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "price changed" | "no port" | "port taken" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getPaypalOrderStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    paymentID: components["schemas"]["PaymentId"];
                };
            };
        };
        responses: {
            /** @description The status, and the way back to PayPal while it can be paid. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaypalProgress"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    executePaypalOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaypalApproval"];
                "application/x-www-form-urlencoded": components["schemas"]["PaypalApproval"];
            };
        };
        responses: {
            /** @description PayPal has collected the money. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description PayPal did not let it be collected; with a word when it turned the card down, so that the payer has to choose another one there, or when it has the payment and checks it first. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "card declined" | "under review" | "wrong amount" | "no port" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listPlacedOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["OrderFilter"];
                kind?: components["schemas"]["OrderKindFilter"];
                /** @description True leaves only orders somebody should look at: paid and not delivered, or paid wrongly. Older servers do not know it. */
                stuck?: boolean;
                /** @description True leaves only orders that were closed and never paid. Older servers do not know it. */
                failed?: boolean;
                /** @description True leaves only orders that were paid for by somebody who had paid for one before; without `start`, of the last 30 days. Older servers do not know it. */
                renewal?: boolean;
                /** @description True leaves only orders of which something was refunded. */
                refunded?: boolean;
                /** @description By when they were placed; by the amount as a number, whatever its currency, no amount counts as 0; by how far they are, from what can still be paid over paid, delivered and refunded to closed; or by the name of the user, deleted ones last. Older servers know the newest first only. */
                sort?: "time_desc" | "time_asc" | "amount_desc" | "amount_asc" | "state_asc" | "state_desc" | "user_asc" | "user_desc";
                /** @description Only orders placed up to then, in milliseconds since 1970; 0 or missing for no limit. */
                maxCreateTime?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrderPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportPlacedOrders: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["OrderFilter"];
                kind?: components["schemas"]["OrderKindFilter"];
                /** @description True leaves only orders somebody should look at. */
                stuck?: boolean;
                /** @description True leaves only orders that were closed and never paid. */
                failed?: boolean;
                /** @description True leaves only renewals, as in the list. */
                renewal?: boolean;
                /** @description True leaves only orders of which something was refunded. */
                refunded?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getPlacedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: components["schemas"]["OrderNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order with its history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlacedOrderDetail"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    retryPlacedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: components["schemas"]["OrderNumber"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the order is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        state: components["schemas"]["PlacedOrderState"];
                        status: components["schemas"]["OrderStatus"];
                        failure: components["schemas"]["OrderFailure"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description There is no such order; or, with a word, the provider could not be asked or has no keys here. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "provider refused" | "provider unreachable" | "provider not set up" | "";
                };
            };
        };
    };
    reviewPlacedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                orderId: components["schemas"]["OrderNumber"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    shorten: boolean;
                };
            };
        };
        responses: {
            /** @description The order is settled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAlipayOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlipayOrderPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listPaypalOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaypalOrderPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listRefOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefOrderPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listGiftcardOrders: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardOrderPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUserAlipayOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlipayOrder"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUserPaypalOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaypalOrder"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUserRefOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefOrder"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUserGiftcardOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GiftcardOrder"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportAlipayOrders: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportPaypalOrders: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportRefOrders: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    exportGiftcardOrders: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                group?: components["schemas"]["GroupFilter"];
                filter?: components["schemas"]["AnyOrderFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listRecentAlipayOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlipayOrder"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listRecentPaypalOrders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaypalOrder"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    refundAlipayOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refund"];
            };
        };
        responses: {
            /** @description The provider's reply, as it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Unknown order, one of another group, or not paid (`not paid`), more than is left of it (`more than left`), refused by the provider (`provider refused`), or the provider did not answer and the refund is tried again (`provider unreachable`). `provider not set up`: there are no keys for it, nobody was asked. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not paid" | "more than left" | "provider refused" | "provider unreachable" | "provider not set up";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    refundPaypalOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refund"];
            };
        };
        responses: {
            /** @description The provider's reply, as it came. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Unknown order, one of another group, or not paid (`not paid`), more than is left of it (`more than left`), refused by the provider (`provider refused`), or the provider did not answer and the refund is tried again (`provider unreachable`). `provider not set up`: there are no keys for it, nobody was asked. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not paid" | "more than left" | "provider refused" | "provider unreachable" | "provider not set up";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    receiveAlipayNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["AlipayNotice"];
            };
        };
        responses: {
            /** @description The word `success` ends the repeats of Alipay. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success" | "error";
                };
            };
            400: components["responses"]["BadInput"];
        };
    };
    receivePaypalNotice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
                "application/x-www-form-urlencoded": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["whichProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["whichProvider"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "incomplete" | "bad private key" | "bad public key" | "own public key" | "secret needed" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    testProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                provider: components["parameters"]["whichProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderTest"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description There is nothing to test with */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "incomplete" | "";
                };
            };
        };
    };
    registerPushClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushClientInput"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
        };
    };
    removePushClient: {
        parameters: {
            query?: {
                /** @description The subscription as JSON text; only its endpoint counts. */
                data?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PushClientRemoval"];
            };
        };
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
        };
    };
    getPushClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the address the browser is registered with, base64url. */
                device: components["parameters"]["device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The choices */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushChoices"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    sendTestPush: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the address the browser is registered with, base64url. */
                device: components["parameters"]["device"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Taken */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Not sent */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "" | "browser gone" | "push unreachable" | "too many tests";
                };
            };
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listMyRefCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefCode"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listMyRefUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefUser"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAdminRefCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefCode"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAdminRefUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefUser"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listUserRefCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefCode"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createUserRefCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRefCodes"];
            };
        };
        responses: {
            /** @description Created */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    listUserRefUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefUser"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    deleteReferral: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
                /** @description Id of the user who was invited. */
                refUserId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Forgotten */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    deleteRefCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description The code itself, which is all that older servers know, or, when there is no such code, its id. */
                codeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            422: components["responses"]["KeyReused"];
        };
    };
    listRefCodes: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of codes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefCodePage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getRefCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                codeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefCodeRow"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editRefCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                codeId: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefCodeInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listReferrals: {
        parameters: {
            query?: {
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                search?: components["parameters"]["search"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of referrals */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    searchSourceUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserSearch"];
            };
        };
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserName"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    searchRefUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserSearch"];
            };
        };
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserName"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createReferral: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Id of the user who invited. */
                sourceId: components["schemas"]["Id"];
                /** @description Id of the user who was invited. */
                refId: components["schemas"]["Id"];
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Recorded */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "same user" | "unknown code" | "no place" | "already invited" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Without anything but space nothing is found. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Findings"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listMyServers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The servers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerForUser"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listServers: {
        parameters: {
            query?: {
                /** @description 1 or true also asks the servers how they are. */
                status?: "" | "0" | "1" | "true" | "false";
                /** @description Accepted and ignored; the list never holds ports. */
                noPort?: "" | "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The servers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    createServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewServer"];
            };
        };
        responses: {
            /** @description The new server's id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        serverId: components["schemas"]["Id"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Another server on the same machine has the shift (`shift in use`), the shift puts an account's port outside 1 to 65535, onto the console's or onto one that another server on the machine uses for another account, or the node agent or the machine that is to carry it was asked and does not answer, or has another password (`server unreachable`). Of WireGuard on a machine of ours, which is asked whether it can: something else there has the UDP port (`port in use`) or a route into the network or the one behind it (`range in use`); it lacks the rights of root or CAP_NET_ADMIN (`no rights`), kernel module and `/dev/net/tun` (`no tun`), kernel module and wireguard-go (`wireguard missing`), nftables (`nftables missing`) or, for `amnezia`, AmneziaWG (`amneziawg missing`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "shift in use" | "port outside" | "port of console" | "port clash" | "server unreachable" | "port in use" | "range in use" | "no rights" | "no tun" | "wireguard missing" | "nftables missing" | "amneziawg missing" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getFreeShift: {
        parameters: {
            query?: {
                /** @description A machine that has joined; left out for the console's own. */
                nodeId?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shift */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        shift: number;
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    checkWireGuard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The machine that has joined; null for this one. */
                    nodeId: number | null;
                    wgPort: components["schemas"]["Port"];
                    net: components["schemas"]["TunnelNet"];
                    net6?: components["schemas"]["TunnelNet6"];
                    /** @description The server that has them already, when it is to be changed. */
                    serverId?: components["schemas"]["Id"];
                    /** @description Whether it is to be AmneziaWG. */
                    isAmnezia?: boolean;
                    /** @description For a machine that has yet to join, and cannot be asked; `nodeId` is null then, and the servers on all machines are looked at. */
                    toJoin?: boolean;
                };
            };
        };
        responses: {
            /** @description Whether it can, and what it could have */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WireGuardCheck"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    getServer: {
        parameters: {
            query?: {
                /** @description 1 or true does not ask the server; `ports` is left out. */
                noPort?: "" | "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The server */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Server"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            404: components["responses"]["NotFound"];
        };
    };
    editServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServerChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Another server on the same machine has the shift (`shift in use`), the shift puts an account's port outside 1 to 65535, onto the console's or onto one that another server on the machine uses for another account, or the node agent or the machine that is to carry it was asked and does not answer, or has another password (`server unreachable`). Of WireGuard on a machine of ours, which is asked whether it can: something else there has the UDP port (`port in use`) or a route into the network or the one behind it (`range in use`); it lacks the rights of root or CAP_NET_ADMIN (`no rights`), kernel module and `/dev/net/tun` (`no tun`), kernel module and wireguard-go (`wireguard missing`), nftables (`nftables missing`) or, for `amnezia`, AmneziaWG (`amneziawg missing`) */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "shift in use" | "port outside" | "port of console" | "port clash" | "server unreachable" | "port in use" | "range in use" | "no rights" | "no tun" | "wireguard missing" | "nftables missing" | "amneziawg missing" | "";
                };
            };
            404: components["responses"]["NotFound"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    deleteServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["KeyReused"];
        };
    };
    getServerUse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                serverId: components["parameters"]["serverId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whose list names it, and how many live on nothing else */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Accounts whose list names this server and no other that is left. */
                        onlyHere: number;
                        /** @description Accounts whose list names others as well. */
                        alsoElsewhere: number;
                        /** @description Accounts that may use all servers. */
                        everywhere: number;
                        /** @description Whether there is no other server. */
                        lastServer: boolean;
                        /** @description The plans whose accounts would be sold for it, by name. */
                        plans: string[];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description Left out for server, the only kind there is. */
                type?: "server";
                /** @description The server's id; 0 or left out for all tags in use. */
                key?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tags, each once */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string[];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    setTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Left out for server, the only kind there is.
                     * @enum {string}
                     */
                    type?: "server";
                    /** @description The server's id. */
                    key: components["schemas"]["Id"];
                    /** @description The full list. */
                    tags: string[];
                };
            };
        };
        responses: {
            /** @description Replaced */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            403: components["responses"]["Refused"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogIn"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedIn"];
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Not logged in */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "invalid body" | "user not exists" | "invalid password" | "password retry out of limit" | "second factor required" | "wrong code" | "code retry out of limit";
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Type of the new user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": components["schemas"]["UserType"];
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Not signed up */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "user exists" | "wrong code" | "no trial" | "password too short" | "password too common" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    sendCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CodeRequest"];
            };
        };
        responses: {
            /** @description The code is on its way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description No mail was sent */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "invalid ref code" | "email in black list" | "send email out of limit" | "signup close" | "";
                };
            };
        };
    };
    sendResetLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetLinkRequest"];
            };
        };
        responses: {
            /** @description The link is on its way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description No mail was sent */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "already send" | "user not exists" | "";
                };
            };
        };
    };
    checkResetToken: {
        parameters: {
            query: {
                token: components["schemas"]["Token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description It is not set */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "password too short" | "password too common" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    logInByMac: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MacLogIn"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    logInByTelegram: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TelegramLogIn"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    visitReferral: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReferralVisit"];
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
        };
    };
    getSetup: {
        parameters: {
            query: {
                token: components["schemas"]["Token"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It works */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            /** @description It does not */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "link used";
                };
            };
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUp"];
            };
        };
        responses: {
            /** @description Logged in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedIn"];
                };
            };
            400: components["responses"]["BadInput"];
            /** @description Nothing was set up */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "link used" | "password too short" | "password too common";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginSession"][];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    endAdminSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getBaseSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptBaseSetting"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editBaseSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BaseSettingInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How far the shop is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstSteps"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editFirstSteps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    over: boolean;
                };
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getBrandPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                hash: components["schemas"]["PictureHash"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            400: components["responses"]["BadInput"];
            /** @description There is no such picture */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    editBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                part: components["schemas"]["BrandPart"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandPictures"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "no picture" | "wrong size" | "";
                };
            };
        };
    };
    removeBrand: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                part: components["schemas"]["BrandPart"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    listAppFiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFiles"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    uploadAppFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["appFileName"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFilePiece"];
            };
        };
        responses: {
            /** @description Stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFileReceived"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was stored */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "wrong name" | "too many" | "wrong piece" | "no space" | "";
                };
            };
        };
    };
    removeAppFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["appFileName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    getAccountSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptAccountSetting"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editAccountSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSettingInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getPaymentSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptPaymentSetting"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editPaymentSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSettingInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "bad price" | "bad time" | "bad server" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    replacePaymentSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSettingInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "bad price" | "bad time" | "bad server" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getRefSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptRefSetting"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editRefSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefSettingInput"];
            };
        };
        responses: {
            /** @description Saved. A caller that sent a revision gets the new one; older consoles, which send none, get the word. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    getStorage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How much room there is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Storage"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getMySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    renewMySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getAccountSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    renewAccountSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getSubscription: {
        parameters: {
            query?: {
                /** @description Which app's format. Left out, the program that asks is known by its User-Agent, and shadowrocket is for those nobody knows. Older servers go by the link alone. */
                type?: components["schemas"]["SubscriptionType"];
                /** @description 1 prints addresses in place of host names. */
                ip?: "0" | "1" | "true" | "false";
                /** @description 1 puts what is used and when it ends before the servers, as entries of their own. Nothing is added for an account without an end. */
                flow?: "0" | "1" | "true" | "false";
                /** @description The WireGuard servers alone, with the key of one device of the account; 0 is the account's own. 404 for a device there is none of, or whose private key is not kept. Older servers answer with everything. */
                device?: number;
                /** @description 1 in old links means type ssr. */
                ssr?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path: {
                /** @description 32 hex digits, or a MAC address */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription; base64 text, YAML for clash and mihomo, JSON for sip008, singbox and outline */
            200: {
                headers: {
                    /** @description Sent, received and total bytes and the end in Unix seconds, for apps that show them. Older servers say that all was received. */
                    "Subscription-Userinfo"?: string;
                    /** @description The site's name, as `base64:` and its UTF-8 in base64. Older servers send none. */
                    "Profile-Title"?: string;
                    /** @description Where the console is. Older servers send none. */
                    "Profile-Web-Page-Url"?: string;
                    /** @description Hours after which an app should ask again */
                    "Profile-Update-Interval"?: string;
                    /** @description The file name apps show as the profile's name */
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                    "text/yaml": string;
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["BadInput"];
            403: components["responses"]["Refused"];
            404: components["responses"]["NotFound"];
        };
    };
    getProfileTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                app: components["schemas"]["ProfileApp"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileTemplate"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editProfileTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                app: components["schemas"]["ProfileApp"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileTemplateInput"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was saved */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "invalid template" | "";
                };
            };
            409: components["responses"]["ChangedMeanwhile"];
        };
    };
    previewProfileTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                app: components["schemas"]["ProfileApp"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileTemplateDraft"];
            };
        };
        responses: {
            /** @description The preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfilePreview"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getMyTelegramCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code or the chat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelegramCode"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    unbindMyTelegram: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unbound */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getAdminTelegramCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The code or the chat */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelegramCode"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    unbindAdminTelegram: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Unbound */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    getTelegramSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The setting */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelegramSetting"];
                };
            };
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    editTelegramSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TelegramSettingInput"];
            };
        };
        responses: {
            /** @description The setting as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TelegramSetting"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description The setting stays as it is */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "" | "bot unknown" | "telegram unreachable";
                };
            };
        };
    };
    testTelegramSetting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
            /** @description Not delivered */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "" | "not bound" | "bot unknown" | "bot blocked" | "telegram unreachable";
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                sort?: "id_asc" | "id_desc" | "lastLogin_asc" | "lastLogin_desc" | "name_asc" | "name_desc" | "paid_asc" | "paid_desc" | "expire_asc" | "expire_desc" | "state_asc" | "state_desc";
                /** @description Counted from 1; 0, nothing and what is no number are 1. */
                page?: components["parameters"]["page"];
                /** @description More than the maximum counts as the maximum. */
                pageSize?: components["parameters"]["pageSize"];
                /** @description Id of a group, -1 for all of them. Only the main admin may choose. */
                group?: number;
                /** @description Types to list; none given means both, where older servers list nobody. */
                type?: components["schemas"]["UserType"][];
                /** @description State of the account that ends last. */
                state?: components["parameters"]["stateOfUsers"];
                /** @description Its plan. */
                plan?: components["parameters"]["userPlan"];
                /** @description Only users whose account has started and ends within so many days. */
                endsWithin?: components["parameters"]["userEndsWithin"];
                /** @description Only people who logged in within so many days. */
                seenWithin?: components["parameters"]["userSeenWithin"];
                /** @description Only people who have not logged in for so many days, or never. */
                unseenFor?: components["parameters"]["userUnseenFor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                search?: components["parameters"]["search"];
                /** @description Id of a group, -1 for all of them. Only the main admin may choose. */
                group?: number;
                /** @description Types to list; none given means both. */
                type?: components["schemas"]["UserType"][];
                /** @description State of the account that ends last. */
                state?: components["parameters"]["stateOfUsers"];
                /** @description Its plan. */
                plan?: components["parameters"]["userPlan"];
                /** @description Only users whose account has started and ends within so many days. */
                endsWithin?: components["parameters"]["userEndsWithin"];
                /** @description Only people who logged in within so many days. */
                seenWithin?: components["parameters"]["userSeenWithin"];
                /** @description Only people who have not logged in for so many days, or never. */
                unseenFor?: components["parameters"]["userUnseenFor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as an attachment. */
            200: {
                headers: {
                    "Content-Disposition"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listRecentSignUps: {
        parameters: {
            query?: {
                /** @description How many. */
                number?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentSignUp"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    listRecentLogins: {
        parameters: {
            query?: {
                /** @description How many; -1 means everybody who logged in today, filled up to 100 with earlier ones. */
                number?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecentLogin"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getUserCounts: {
        parameters: {
            query?: {
                start?: components["schemas"]["DayOrTime"];
                end?: components["schemas"]["DayOrTime"];
                tz?: components["schemas"]["TimeZone"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserCounts"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "account with this user exists" | "unfinished order exists" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    getAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The admin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Admin"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The id of the new user, alone in a list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Id"][];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "user exists" | "password too short" | "password too common" | "customer limit" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    setPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Permissions"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    sellPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The plan. */
                    orderId: components["schemas"]["Id"];
                    /** @description The account to renew; without one a new account is made. */
                    accountId?: components["schemas"]["Id"];
                };
            };
        };
        responses: {
            /** @description The account that has the plan now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: components["schemas"]["Id"];
                    };
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "not permitted" | "plan not allowed" | "traffic limit" | "no port" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    editUserComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserComment"];
            };
        };
        responses: {
            /** @description Saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    sendUserEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserEmail"];
            };
        };
        responses: {
            /** @description Sent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description There is no such user; or, with a word, too many mails were sent. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "too many mails" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    listUserOrders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The orders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOrders"];
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    setUserPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPassword"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Not changed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "password too short" | "password too common" | "";
                };
            };
        };
    };
    seeAsCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Begun */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            403: components["responses"]["Refused"];
        };
    };
    stopSeeing: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            401: components["responses"]["NotLoggedIn"];
        };
    };
    sendUserResetLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It waits in the outbox */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Not sent */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "already send" | "no mail server" | "";
                };
            };
        };
    };
    assignAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is the user's */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "mac account exists" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    unassignAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names this write; sent again with the same key it is done once. Ours. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                userId: components["parameters"]["userId"];
                accountId: components["parameters"]["accountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no owner */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Refused */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "mac account exists" | "";
                };
            };
            422: components["responses"]["KeyReused"];
        };
    };
    changeMyPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Not changed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "invalid password" | "password retry out of limit" | "password too short" | "password too common" | "";
                };
            };
        };
    };
    changeAdminPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Not changed */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "invalid password" | "password retry out of limit" | "password too short" | "password too common" | "";
                };
            };
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactorProof"];
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "success";
                };
            };
            400: components["responses"]["BadInput"];
            401: components["responses"]["NotLoggedIn"];
            /** @description Nothing was deleted */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": "unfinished order exists" | "second factor required" | "invalid password" | "password retry out of limit" | "wrong code" | "code retry out of limit" | "passkey unknown" | "challenge expired" | "another address" | "";
                };
            };
        };
    };
}
